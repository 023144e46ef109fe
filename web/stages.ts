import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type BuildOptions, type Rolldown } from 'vite'

interface Stage {
  name: string
  roots: readonly string[]
}

/** Only what two stages both use, so that neither page loads the other's. */
interface SharedStage {
  name: string
  sharedBy: readonly [string, string]
}

/**
 * What people open first, in the order in which it is needed. Each stage is packed as one file: all that its roots use and no
 * earlier stage has. A page then takes a handful of files instead of a hundred, and they pack better.
 */
export const STAGES: readonly (Stage | SharedStage)[] = [
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
  { name: 'work', sharedBy: ['home', 'list'] },
  {
    name: 'home',
    roots: [
      'shell/WelcomePage.tsx',
      'domains/workspaces/home/HomePage.tsx',
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
export async function readStages(options: BuildOptions): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [react()],
    build: { ...options, write: false, minify: false, cssMinify: false, reportCompressedSize: false },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('the build gave no files')
  const chunks = built.output.filter((file) => file.type === 'chunk')
  const stages = new Map<string, string>()
  for (const stage of STAGES)
    for (const { moduleIds } of chunksOf(stage, chunks))
      for (const id of moduleIds) if (!stages.has(id)) stages.set(id, stage.name)
  return stages
}

function chunksOf(stage: Stage | SharedStage, chunks: readonly Chunk[]): ReadonlySet<Chunk> {
  if ('roots' in stage) {
    const first = stage.roots.map((root) => chunkOf(chunks, root, stage.name))
    return reachedFrom(first, chunks)
  }
  const [one, other] = stage.sharedBy.map((name) => chunksOf(stageNamed(name), chunks))
  if (one === undefined || other === undefined) throw new Error(`Two stages share “${stage.name}”`)
  return one.intersection(other)
}

function stageNamed(name: string): Stage | SharedStage {
  const stage = STAGES.find((one) => one.name === name)
  if (stage === undefined) throw new Error(`There is no stage “${name}” in web/stages.ts`)
  return stage
}

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds'>

function chunkOf(chunks: readonly Chunk[], root: string, stage: string): Chunk {
  const path = join(import.meta.dirname, 'src', root)
  const holder = chunks.find(({ moduleIds }) => moduleIds.includes(path))
  if (holder !== undefined) return holder
  throw new Error(`${path} isn’t a module of the app: correct stage “${stage}” in web/stages.ts`)
}

/** The chunks with all that they import statically. */
function reachedFrom(first: readonly Chunk[], chunks: readonly Chunk[]): Set<Chunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  // A set is walked in the order of additions, those made meanwhile included.
  const reached = new Set(first)
  for (const { imports } of reached)
    for (const name of imports) {
      const chunk = byName.get(name)
      if (chunk !== undefined) reached.add(chunk)
    }
  return reached
}

/** The file that a module is packed in; null leaves the choice to the builder. Libraries change less often than the app. */
export function fileOf(stages: ReadonlyMap<string, string>, id: string): string | null {
  const stage = stages.get(id) ?? null
  return stage === 'start' && id.includes('/node_modules/') ? 'foundation' : stage
}
