import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Piece, piecesOfCode, piecesOfPage, wordsOfName } from './pieces.ts'
import * as rules from './rules.ts'
import { readVocabulary } from './vocabulary.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const EXCEPTIONS = 'tools/words/exceptions.json'
const PLAIN = 'tools/words/plain-words.txt'
const CODE =
  /^(?:contract|playbook|workflow|connectors|server|web|cli|testkit|e2e|bench|tools)\/.*\.(?:ts|tsx|mjs)$/
/** The vocabulary quotes what it bans, the conformance table the specification; samples of questions and mails are quoted as people wrote them. */
const QUOTES = /^docs\/(?:words|conformance)\.md$|^THIRD_PARTY_NOTICES\.md$|^tools\/words\/|\/fixtures\//

function tracked(): string[] {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  return [...new Set(list.split('\n'))].filter(
    (path) => path !== '' && existsSync(join(root, path)) && !QUOTES.test(path),
  )
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

function piecesOf(path: string): Piece[] {
  if (path.endsWith('.md')) return piecesOfPage(read(path))
  if (!CODE.test(path)) return []
  const name = path.split('/').at(-1) ?? ''
  return [{ kind: 'name', line: 1, text: wordsOfName(name) }, ...piecesOfCode(path, read(path))]
}

const vocabulary = readVocabulary(read('docs/words.md'))
const exceptions: rules.Exceptions = JSON.parse(read(EXCEPTIONS))
const plain = read(PLAIN)
  .split('\n')
  .filter((word) => word !== '')
const files = tracked()
const find = rules.useFinder(vocabulary)
const uses = files.flatMap((path) => find(path, piecesOf(path)))
const texts = files
  .filter((path) => path.endsWith('.en.ts'))
  .flatMap((path) =>
    piecesOfCode(path, read(path))
      .filter((piece) => piece.kind === 'text')
      .map((piece) => ({ at: `${path}:${piece.line}`, text: piece.text })),
  )

/** `--lower` writes smaller counts; it never raises one. `--plain` rewrites the list of plain words, for review in the diff. */
if (process.argv.includes('--lower')) {
  const text = JSON.stringify(rules.lowered(uses, exceptions), null, 2)
  writeFileSync(join(root, EXCEPTIONS), `${text}\n`)
}
if (process.argv.includes('--plain')) {
  const known = new Set([...vocabulary.known].flatMap(rules.wordsOfText))
  const used = new Set(
    texts.flatMap(({ text }) => rules.wordsOfText(text)).filter((word) => !known.has(word)),
  )
  writeFileSync(join(root, PLAIN), `${[...used].sort().join('\n')}\n`)
}

const faults = [
  ...rules.useFaults(uses, exceptions),
  ...rules.wordFaults(texts, vocabulary, plain),
  ...(files.length < 50 || texts.length < 50 ? [{ at: 'repository', text: 'read too few files' }] : []),
]
for (const fault of faults) console.log(`${fault.at}  ${fault.text}`)
const { quoted, own } = rules.splitQuoted(uses, exceptions)
console.log(
  `${files.length} files, ${texts.length} texts, ${own.length} banned terms left, ${quoted.length} quoted, ${faults.length} faults`,
)
process.exitCode = faults.length > 0 ? 1 : 0
