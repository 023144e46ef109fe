import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const NOT_SOURCES = new Set(['node_modules', 'dist'])

/** A hash over the names and contents of all source files below these paths; tests don't count. */
export function hashSources(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, root, path)
  return hash.digest('hex')
}

function addTo(hash, root, path) {
  const full = join(root, path)
  const entries = tryList(full)
  if (entries === null) {
    if (existsSync(full)) hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
    return
  }
  for (const name of entries.sort()) {
    if (!NOT_SOURCES.has(name) && !/\.test\.tsx?$/.test(name)) addTo(hash, root, join(path, name))
  }
}

function tryList(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return null
  }
}

/** The hash that a build was made from; null where there is none. */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
