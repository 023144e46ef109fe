import type { Sheet } from './export-columns.rules.ts'

/** One array with an object per record; values as the interface has them. */
export async function* jsonChunks({ columns, pages }: Sheet): AsyncGenerator<string> {
  let first = true
  yield '['
  for await (const page of pages) {
    const lines = page.map((record) =>
      JSON.stringify({
        id: record.id,
        ...Object.fromEntries(columns.map((column) => [column.key, column.valueOf(record)])),
      }),
    )
    if (lines.length === 0) continue
    yield `${first ? '\n' : ',\n'}${lines.join(',\n')}`
    first = false
  }
  yield '\n]\n'
}
