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
# The launcher of `npm start` is for development, and the code in the catalog is for tests.
RUN npm run build && rm -r dist/app/start.* dist/catalog/testing

FROM build AS packages
# `npm ci --omit=dev` would keep the CLI of Prisma and TypeScript, because they are optional peers of @prisma/client.
# Without the development dependencies, only peers need these two. All other peers are dependencies of the service.
RUN npm pkg delete devDependencies && npm prune --omit=peer --no-audit --no-fund && \
    node tools/trim-packages.mjs node_modules

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist/app dist/app
COPY --from=build /app/dist/catalog dist/catalog
COPY --from=build /app/dist/dashboard dist/dashboard
COPY --from=build /app/dist/client-packages dist/client-packages
COPY prisma/migrations prisma/migrations
COPY package.json ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/app/main.js"]
