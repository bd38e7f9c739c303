# The app alone; compose.yaml adds PostgreSQL. Debian, because the pinned Node and sharp come built for glibc.
FROM node:24-bookworm-slim AS build
WORKDIR /app
RUN chown node:node /app
USER node
COPY --chown=node:node . .
# Installs what package-lock.json names and builds the site, then takes away what only the build used, and the note of it.
RUN npm run build && npm prune --omit=dev --no-audit && rm node_modules/.install-stamp

FROM node:24-bookworm-slim
WORKDIR /app
RUN mkdir /data && chown node:node /data
# The start looks whether another one is at work here, and notes what it found: it owns its folder.
COPY --from=build --chown=node:node /app /app
USER node
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000
VOLUME /data
EXPOSE 3000
# The first start after an upgrade may migrate for minutes; failures count only after that.
HEALTHCHECK --start-period=15m --start-interval=5s --interval=10s --timeout=5s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.mjs"]
