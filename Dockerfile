# The app alone; compose.yaml adds PostgreSQL. Debian, because the pinned Node and sharp come built for glibc.
FROM node:24-bookworm-slim
WORKDIR /app
RUN mkdir /data && chown node:node /app /data
USER node
COPY --chown=node:node . .
# Installs what package-lock.json names, then builds the site; the start finds both done.
RUN npm run build
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=10s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.mjs"]
