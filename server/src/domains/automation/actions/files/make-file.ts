import { MakeInput } from '@caseloom/playbook/actions-files'
import { effectOf } from '../../effects/effect-of.ts'
import type { EffectAction } from '../../effects/effects.ts'
import { csvBytes, jsonBytes, xlsxBytes } from './made-bytes.ts'
import { type MakeFormat, tableOf } from './made-table.rules.ts'
import { type FileDeps, FileFault, faultAsOutcome, keep } from './step-file.ts'

const ENDINGS: readonly [RegExp, MakeFormat][] = [
  [/\.(csv|tsv)$/i, 'csv'],
  [/\.json$/i, 'json'],
  [/\.(jsonl|ndjson)$/i, 'jsonl'],
  [/\.xlsx$/i, 'xlsx'],
]

/** `file.make`: a file of the run from rows. */
export function makeEffect(deps: FileDeps): EffectAction {
  return effectOf(MakeInput, (input, context) =>
    faultAsOutcome(async () => {
      const bytes = await bytesOf(input, context.signal)
      const [file = null] = await keep(deps, context, [{ name: input.name, bytes }])
      return { ok: true, output: file }
    }),
  )
}

async function bytesOf(input: MakeInput, signal: AbortSignal): Promise<Buffer> {
  const { name, rows, delimiter } = input
  const format = input.format ?? ENDINGS.find(([ending]) => ending.test(name))?.[1]
  if (format === undefined)
    throw badInput(
      'format',
      'is required unless the name ends in .csv, .tsv, .json, .jsonl, .ndjson, or .xlsx',
    )
  if (delimiter !== undefined && format !== 'csv') throw badInput('delimiter', 'is only an option of CSV')
  if (format === 'json' || format === 'jsonl') {
    for (const option of ['columns', 'header'] as const)
      if (input[option] !== undefined) throw badInput(option, 'is only an option of CSV and XLSX')
    return jsonBytes(rows, format)
  }
  const table = tableOf(input)
  if ('issue' in table) throw badInput(table.issue.property, table.issue.message)
  if (format === 'xlsx') return xlsxBytes(table)
  const usual = /\.tsv$/i.test(name) ? 'tab' : ','
  return csvBytes(table, { delimiter: delimiter ?? usual, signal })
}

function badInput(property: string, message: string): FileFault {
  return new FileFault('step.bad_input', `${property}: ${message}`)
}
