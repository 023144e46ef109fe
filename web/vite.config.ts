import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['CASELOOM_DEV_SERVER'] ?? 'http://localhost:4000'

/** Builds the web app to `web/dist`; no inline scripts and no data URLs for fonts, so that the CSP can stay strict. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
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
