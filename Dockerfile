# The mock in a container: docker build -t store-orders-kit . && docker run --rm -p 4010:4010 store-orders-kit
# Every RUN uses paths below its WORKDIR alone: tools/container runs these commands without an engine.

FROM node:24-alpine AS build
WORKDIR /kit
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm pack --ignore-scripts --no-audit
RUN mkdir app && npm install --prefix app --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund ./store-orders-kit-*.tgz redis@6

FROM node:24-alpine
WORKDIR /app
COPY --from=build --chown=root:root /kit/app ./
# For --state data/orders.db. All else may be read-only: docker run --read-only --tmpfs /tmp.
RUN mkdir -p data && chown 1000:1000 data
VOLUME /app/data
USER 1000:1000
# For each command that listens, also with other options: docker run store-orders-kit mock --fixtures magic.
ENV NODE_ENV=production STORE_ORDERS_HOST=0.0.0.0
EXPOSE 4010
# Node handles the signals itself, as process 1 too: docker stop ends it at once.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch((process.env.STORE_ORDERS_CERT ? (process.env.NODE_TLS_REJECT_UNAUTHORIZED = 0, 'https') : 'http') + '://127.0.0.1:' + (process.env.STORE_ORDERS_PORT || 4010) + '/_mock/health?ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/store-orders-kit/dist/cli.js"]
CMD ["mock"]
