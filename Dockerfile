# The service alone, for a PostgreSQL that DATABASE_URL names:
#   docker build -t quartermaster . && docker run -e DATABASE_URL=… -p 3000:3000 quartermaster

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# Without the embedded PostgreSQL, which is an optional dependency: a container has a server beside it.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY apps/start.mjs apps/build.mjs apps/quartermaster.mjs apps/
COPY prisma/schema.prisma prisma/schema.prisma
COPY prisma/migrations prisma/migrations
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As the first process it gets the signals itself; a drain takes a few seconds at most.
CMD ["node", "apps/start.mjs"]
