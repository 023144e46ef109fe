import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Manifest = z.object({ version: z.string() })

/** The product's version: that of the root package, and after a + the commit that a checkout is on. */
export function readProductVersion(root: URL): string {
  const manifest = Manifest.parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')))
  const build = commitOf(root)
  return build === null ? manifest.version : `${manifest.version}+${build}`
}

/** First 12 digits of the checked-out commit; null outside a checkout. */
function commitOf(root: URL): string | null {
  const head = readText(new URL('.git/HEAD', root))
  if (head === null) return null
  const branch = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1]
  const commit =
    branch === undefined ? head : (readText(new URL(`.git/${branch}`, root)) ?? packed(root, branch))
  return commit !== null && /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 12) : null
}

function packed(root: URL, branch: string): string | null {
  const refs = readText(new URL('.git/packed-refs', root)) ?? ''
  const line = refs.split('\n').find((each) => each.endsWith(` ${branch}`))
  return line?.split(' ')[0] ?? null
}

function readText(url: URL): string | null {
  try {
    return readFileSync(url, 'utf8').trim()
  } catch {
    // Outside a checkout there is no such file.
    return null
  }
}
