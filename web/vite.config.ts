import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { fileOf, readStages, STAGES } from './stages.ts'

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

const BUILD = {
  outDir: 'dist',
  emptyOutDir: true,
  target: 'es2023',
  assetsInlineLimit: 0,
  chunkSizeWarningLimit: 700,
} as const

const STAGE_FILE = new RegExp(`/(?:${STAGES.map(({ name }) => name).join('|')})-[\\w-]{8}\\.`)
const SMALL_FILE = /\/(?:Icon[A-Z]|[a-z])[\w.-]*\.js$/

/** Builds the web app to `web/dist`; no inline scripts and no data URLs for fonts, so that the CSP can stay strict. */
export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const stages = command === 'build' ? await readStages(BUILD) : new Map<string, string>()
  return {
    root: import.meta.dirname,
    plugins: [react(), preloadedFont(), compressed()],
    build: {
      ...BUILD,
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: (id) => fileOf(stages, id) }],
          },
        },
      },
      // Each list of what a page needs is part of the first load. Glyphs, hooks and texts are small and come with what
      // takes them; stages, components and style sheets are requested together.
      modulePreload: {
        resolveDependencies: (_file, needed, { hostType }) =>
          hostType === 'html'
            ? needed
            : needed.filter((name) => STAGE_FILE.test(name) || !SMALL_FILE.test(name)),
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
  }
})
