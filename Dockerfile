# The hosted app. dist/ is committed and needs no node_modules, so nothing is installed and nothing is built here.
FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY package.json app.yml LICENSE ./
COPY dist ./dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which hands no signals on: the server stops in an orderly way on SIGTERM.
CMD ["node", "dist/lib/app.mjs"]
