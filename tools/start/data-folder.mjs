import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The data folder of a checkout: `.caseloom` in it, so that a clone keeps everything in one place. As root it must be
 * reachable for the user PostgreSQL runs as; below a closed folder such as /root the data go to /var/lib/caseloom.
 * `undefined` when the checkout cannot be written: then the product's own default holds.
 */
export function dataFolderOf(root, isRoot = process.getuid?.() === 0) {
  const inside = join(root, '.caseloom')
  if (isRoot && !isOpenToOthers(root)) {
    const hash = createHash('sha256').update(root).digest('hex').slice(0, 8)
    return join('/var/lib/caseloom', `${basename(root)}-${hash}`)
  }
  return existsSync(inside) || isWritable(root) ? inside : undefined
}

function isOpenToOthers(folder) {
  if ((statSync(folder).mode & 0o001) === 0) return false
  return dirname(folder) === folder || isOpenToOthers(dirname(folder))
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
