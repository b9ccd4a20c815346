# One image with three commands:
#   API           node dist/app/main.js    (default)
#   worker        node dist/app/worker.js
#   operator CLI  node dist/app/cli.js …   (migrate, bootstrap, doctor; --help lists all)

# docs/operator/deployment.md shows how to pin the image to its digest.
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The files of a release without private servers: built code, dashboard, guide, clients and the packages that they load.
RUN npm run build && npm run docs && node tools/pack.mjs --image /release

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /release .
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/app/main.js"]
