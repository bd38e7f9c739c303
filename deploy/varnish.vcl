# Varnish 7.1 or newer with varnish-modules (xkey), in front of two nodes that have CDN=varnish.
# sudo cp deploy/varnish.vcl /etc/varnish/family-office-software.vcl
# Set the nodes' addresses below; deploy/varnish.conf has the rest.
vcl 4.1;

import directors;
import std;
import xkey;

# /healthz and not /readyz: while the database is away, nodes still send what they have.
probe alive {
    .url = "/healthz";
    .interval = 1s;
    .timeout = 5s;
    .window = 4;
    .threshold = 2;
    .initial = 2;
}

backend one {
    .host = "127.0.0.1";
    .port = "3000";
    .probe = alive;
    .first_byte_timeout = 60s;
}

backend two {
    .host = "127.0.0.1";
    .port = "3001";
    .probe = alive;
    .first_byte_timeout = 60s;
}

# The machines of the nodes: they alone purge, at an address of its own (-a purge=…), which visitors never reach.
acl nodes {
    "127.0.0.1";
    "::1";
}

sub vcl_init {
    new site = directors.round_robin();
    site.add_backend(one);
    site.add_backend(two);
}

sub vcl_recv {
    if (req.method == "PURGE") {
        if (local.socket != "purge" || client.ip !~ nodes) {
            return (synth(403, "Forbidden"));
        }
        set req.http.X-Dropped = xkey.purge(req.http.xkey-purge);
        set req.http.X-Outdated = xkey.softpurge(req.http.xkey-softpurge);
        return (synth(200, "Purged"));
    }

    set req.backend_hint = site.backend();
    # Two seconds while the nodes work (stale-while-revalidate). Where they fail, or just did for this request, as long
    # as stale-if-error said when the page was stored.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 2s;
    } else {
        set req.grace = 1d;
    }
    unset req.http.X-Shared;
    if (req.restarts == 0) {
        # Brotli passes through, so Varnish packs nothing itself (http_gzip_support=off).
        if (req.http.Accept-Encoding ~ "\bbr\b") {
            set req.http.Accept-Encoding = "br";
        } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
            set req.http.Accept-Encoding = "gzip";
        } else {
            unset req.http.Accept-Encoding;
        }
    }

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Whoever is signed in, signs in, answers for a vendor, or opens a preview. Programs that ask for Markdown by Accept
    # are few, and are sent what no CDN may keep.
    if (req.http.Authorization
        || req.http.Cookie ~ "(^|;)\s*(__Host-|(session|sign-in|vendor-word)=)"
        || req.url ~ "^/(preview|healthz|readyz|metrics|mcp)(\?|/|$)"
        || req.http.Accept ~ "(?i)text/markdown") {
        return (pass);
    }
    unset req.http.Cookie;
    set req.http.Accept = "text/html";
    if (req.url ~ "\?") {
        set req.url = regsuball(req.url, "(?<=[?&])(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)=[^&]*(&|$)", "");
        set req.url = std.querysort(regsub(req.url, "[?&]$", ""));
    }
    set req.http.X-Shared = req.restarts;
    return (hash);
}

# The nodes never read Host, so another one means no other page.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_response {
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    # Pictures push no page out.
    if (bereq.url ~ "^/(uploads|assets)/") {
        set beresp.storage = storage.files;
    } else {
        set beresp.storage = storage.pages;
    }

    # An old copy is better than an error, and than a page that a change has overtaken: the node says of such a page that
    # no CDN may keep it.
    if (bereq.is_bgfetch && (beresp.status >= 500 || beresp.ttl <= 0s)) {
        return (abandon);
    }
    # Not delivered at first, since that would end the old copy. A node without its database sends old copies, too.
    if (bereq.http.X-Shared == "0" && (beresp.status >= 500 || beresp.http.X-Cache == "stale")) {
        return (error(503, "Node failed"));
    }
    if (beresp.status >= 500) {
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        set beresp.uncacheable = true;
        return (deliver);
    }
    if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "private|no-store|no-cache") {
        set beresp.ttl = 120s;
        set beresp.uncacheable = true;
        return (deliver);
    }
    if (beresp.ttl <= 0s) {
        # Requests for it do not wait for each other meanwhile.
        set beresp.ttl = 1s;
        set beresp.uncacheable = true;
        return (deliver);
    }

    if (beresp.http.Cache-Control ~ "stale-if-error=\d+") {
        set beresp.grace = std.duration(
            regsub(beresp.http.Cache-Control, ".*stale-if-error=(\d+).*", "\1s"), 2s);
    }
    # Invented addresses have no end.
    if (beresp.status == 404 || beresp.status == 410) {
        set beresp.ttl = 30s;
    }
    return (deliver);
}

sub vcl_backend_error {
    # The other node may be up.
    if (beresp.reason != "Node failed" && bereq.retries == 0
        && (bereq.method == "GET" || bereq.method == "HEAD")) {
        return (retry);
    }
    if (bereq.is_bgfetch) {
        return (abandon);
    }
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    set beresp.uncacheable = true;
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "5";
    synthetic("This site cannot be reached at the moment. Please try again in a few seconds.");
    return (deliver);
}

sub vcl_deliver {
    if (resp.status >= 500 && req.restarts == 0 && req.http.X-Shared) {
        return (restart);
    }
    # What is meant for this cache is not for caches beyond it, which nobody purges.
    if (resp.http.Surrogate-Key) {
        set resp.http.Cache-Control = regsuball(resp.http.Cache-Control,
            ", (s-maxage|stale-while-revalidate|stale-if-error)=\d+", "");
    }
    if (!req.http.X-Shared) {
        set resp.http.X-Edge = "pass";
    } elsif (obj.hits == 0) {
        set resp.http.X-Edge = "miss";
    } elsif (obj.ttl <= 0s) {
        set resp.http.X-Edge = "stale";
    } else {
        set resp.http.X-Edge = "hit";
    }
    unset resp.http.Surrogate-Key;
    unset resp.http.xkey;
    unset resp.http.X-Varnish;
    unset resp.http.Via;
    return (deliver);
}
