import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env['CASELOOM_DEV_SERVER'] ?? 'http://localhost:4000'

/** Writes `.br` and `.gz` beside each file worth it, so that the server never compresses what does not change. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      if (dir === undefined) return
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:js|css|html|svg|json)$/.test(name)) continue
        const content = readFileSync(join(dir, name))
        if (content.length < 1024) continue
        const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content, { params }))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}

/** Asks for the text font with the page instead of after the style sheet, so that words do not change shape. */
function preloadedFont(): Plugin {
  return {
    name: 'preloaded-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
          })),
    },
  }
}

/** What the first page needs in any case. In one file it packs better than in a dozen. */
const FOUNDATION =
  /\/node_modules\/(?:react|react-dom|scheduler|i18next|react-i18next|zod|@tanstack\/(?:query-core|router-core|history|store))\//
/** What the first page can do without, although its package is part of the foundation. */
const LATER =
  /\/query-core\/build\/modern\/(?:queryObserver|queriesObserver|mutationObserver|infiniteQueryObserver)\.js$/

/** Builds the web app to `web/dist`; no inline scripts and no data URLs for fonts, so that the CSP can stay strict. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadedFont(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'foundation', test: (id) => FOUNDATION.test(id) && !LATER.test(id) }],
        },
      },
    },
    // Each list of what a page needs is part of the first load. Glyphs, hooks and texts are small and come with what
    // takes them; components and style sheets are requested together.
    modulePreload: {
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html'
          ? needed
          : needed.filter((name) => !/\/(?:Icon[A-Z]|[a-z])[\w.-]*\.js$/.test(name)),
    },
  },
  server: {
    port: 5173,
    proxy: {
      // The trailing slash keeps browser routes such as /tenant-error out of the proxy.
      '^/(iam|tenant|api|hooks|help)/': {
        target: server,
        configure: (proxy) => {
          // The server accepts cookie-authenticated writes from its own origin only.
          proxy.on('proxyReq', (request) => {
            if (request.hasHeader('origin')) request.setHeader('origin', server)
          })
        },
      },
      '/socket.io': { target: server, ws: true, headers: { origin: server } },
    },
  },
})
