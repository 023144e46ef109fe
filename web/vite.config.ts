import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'

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

/**
 * What people open first, in the order in which it is needed. Each stage is packed as one file: all that its roots use and no
 * earlier stage has. A page then takes a handful of files instead of a hundred, and they pack better.
 */
const STAGES: readonly { name: string; roots: readonly string[] }[] = [
  { name: 'start', roots: ['main.tsx'] },
  {
    name: 'sign-in',
    roots: [
      'shell/LicenseGate.tsx',
      'shell/SessionLife.tsx',
      'shell/PageErrorCard.tsx',
      'data/sign-in.ts',
      'domains/identity/LoginPage.tsx',
    ],
  },
  {
    name: 'shell',
    roots: [
      'shell/TenantShell.tsx',
      'shell/ConnectionStrip.tsx',
      'shell/Branding.tsx',
      'shell/SidebarHome.tsx',
      'shell/FailingBadge.tsx',
      'shell/Bell.tsx',
      'shell/HeroButton.tsx',
      'shell/WorkspaceName.tsx',
    ],
  },
  {
    name: 'home',
    roots: [
      'shell/WelcomePage.tsx',
      'domains/workspaces/HomePage.tsx',
      'domains/workspaces/DashboardPage.tsx',
    ],
  },
  {
    name: 'list',
    roots: [
      'domains/records/RecordListPage.tsx',
      'domains/workspaces/DashboardsPage.tsx',
      'domains/workspaces/WorkspacesPage.tsx',
      'domains/reporting/ReportsPage.tsx',
    ],
  },
  { name: 'assistant', roots: ['domains/assistant/HeroPanel.tsx'] },
  { name: 'record', roots: ['domains/records/RecordPage.tsx', 'domains/records/NewRecordPage.tsx'] },
  {
    name: 'orchestration',
    roots: [
      'domains/automation/playbooks/PlaybooksPage.tsx',
      'domains/automation/playbooks/PlaybookPage.tsx',
      'domains/automation/runs/RunsPage.tsx',
      'domains/automation/runs/RunPage.tsx',
    ],
  },
  {
    name: 'apps',
    roots: [
      'domains/apps/AppsPage.tsx',
      'domains/apps/builder/AppBuilderPage.tsx',
      'domains/apps/applets/AppletsPage.tsx',
    ],
  },
  {
    name: 'administration',
    roots: [
      'shell/AdminShell.tsx',
      'domains/identity/admin/UsersPage.tsx',
      'domains/identity/admin/GroupsPage.tsx',
      'domains/identity/admin/RolesPage.tsx',
    ],
  },
]

/**
 * The stage of each module, read from a build without stages: only there is known what a file uses of what it imports,
 * since unused parts of libraries are left out by then. Throws when a root isn't a module of the app.
 */
async function readStages(): Promise<Map<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [react()],
    build: { ...BUILD, write: false, minify: false, cssMinify: false, reportCompressedSize: false },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('the build gave no files')
  const chunks = built.output.filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const stages = new Map<string, string>()
  for (const { name, roots } of STAGES) {
    const seen = new Set<string>()
    const open = roots.map((root) => {
      const path = join(import.meta.dirname, 'src', root)
      const holder = chunks.find(({ moduleIds }) => moduleIds.includes(path))
      if (holder === undefined)
        throw new Error(`${path} isn’t a module of the app: correct stage “${name}” in web/vite.config.ts`)
      return holder.fileName
    })
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      const chunk = byName.get(file)
      if (chunk === undefined || seen.has(file)) continue
      seen.add(file)
      for (const id of chunk.moduleIds) if (!stages.has(id)) stages.set(id, name)
      open.push(...chunk.imports)
    }
  }
  return stages
}

/** The file that a module is packed in; null leaves the choice to the builder. Libraries change less often than the app. */
function fileOf(stages: ReadonlyMap<string, string>, id: string): string | null {
  const stage = stages.get(id) ?? null
  return stage === 'start' && id.includes('/node_modules/') ? 'foundation' : stage
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
  const stages = command === 'build' ? await readStages() : new Map<string, string>()
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
