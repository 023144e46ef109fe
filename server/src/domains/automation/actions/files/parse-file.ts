import type { JsonValue } from '@caseloom/contract/kernel/json'
import { FileInput, MAX_WRITTEN, ParseOptions } from '@caseloom/playbook/actions-files'
import { z } from 'zod'
import { effectOf, failedStep } from '../../effects/effect-of.ts'
import type { EffectAction, EffectContext, EffectOutcome } from '../../effects/effects.ts'
import { PARSE_LIMITS, type ParseTask } from './parsing/parse-messages.ts'
import type { Parser } from './parsing/parse-in-thread.ts'
import { allBytes, faultAsOutcome, type FileDeps, FileFault, withFiles } from './step-file.ts'

const Parse = ParseOptions.extend({
  file: FileInput.optional(),
  text: z.string().max(MAX_WRITTEN).optional(),
})

/** `file.parse`: the rows of a table, or the values of a document, from a file or a text. */
export function parseEffect(deps: FileDeps, parser: Parser): EffectAction {
  return effectOf(Parse, async ({ file, text, ...options }, context) => {
    if (text !== undefined && file === undefined)
      return faultAsOutcome(() => valuesOf(parser, { content: text, name: '', options }, context))
    if (file === undefined || text !== undefined)
      return failedStep('step.bad_input', 'file: requires either "file" or "text"')
    return withFiles(deps, context, {
      wanted: [file],
      perform: async ([found]) => {
        const content = await allBytes(found, PARSE_LIMITS.bytes, context.signal)
        return valuesOf(parser, { content, name: found.name, options }, context)
      },
    })
  })
}

async function valuesOf(
  parser: Parser,
  task: ParseTask,
  { scope, signal }: EffectContext,
): Promise<EffectOutcome> {
  const answer = await parser.parse(task, { tenantId: scope.tenantId, signal })
  if (!answer.ok)
    throw new FileFault(answer.code, answer.message, answer.at === null ? undefined : { ...answer.at })
  return { ok: true, output: JSON.parse(answer.json) as JsonValue } // what JSON.stringify wrote
}
