// A file as a step has it: found with the permissions of the run, read under limits, and stored with what it came from.
import type { FileView } from '@caseloom/contract/records/files'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { FileInput } from '@caseloom/playbook/actions-files'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { FileStore } from '../../../../platform/files/file-store.ts'
import type { RecordStepsDoor } from '../../../records/record-steps.door.ts'
import { effectOf, failedStep } from '../../effects/effect-of.ts'
import type { EffectAction, EffectContext, EffectOutcome } from '../../effects/effects.ts'
import { originOf } from '../../effects/origin-of.ts'

export interface FileDeps {
  files: Pick<FileStore, 'open'>
  steps: Pick<RecordStepsDoor, 'sendable' | 'keepFiles'>
}

/** A file that the run may read. */
export interface StepFile {
  name: string
  mediaType: string
  size: number
  sha256: string
  open(): Promise<Readable>
}

/** Says in the step's own words why a file can't be used. */
export class FileFault extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

type WithFile = z.ZodType<{ file: FileInput }>

/** An effect on one file; what the run reads of it counts as what the file came from. */
export function onFile<Input extends WithFile>(
  deps: FileDeps,
  schema: Input,
  perform: (file: StepFile, input: z.output<Input>, context: EffectContext) => Promise<EffectOutcome>,
): EffectAction {
  return effectOf(schema, async (input, context) => {
    const { scope, actor } = context
    const id = idOf(input.file)
    const { found } = await deps.steps.sendable(scope, actor, [id])
    const [row] = found
    if (row === undefined) return failedStep('step.unknown_file', `There is no file ${id}`)
    const open = async () => {
      const stream = await deps.files.open(scope.tenantId, row.sha256)
      if (stream === null)
        throw new FileFault('step.unknown_file', `The file ${row.name} is no longer stored`)
      return stream
    }
    const outcome = await faultAsOutcome(() => perform({ ...row, open }, input, context))
    // The run isn't about the record that the file belongs to; it only read from it.
    return { ...outcome, touched: row.from.map((one) => ({ ...one, aside: true })) }
  })
}

/** Turns a fault of a file into the error of the step. */
export async function faultAsOutcome(work: () => Promise<EffectOutcome>): Promise<EffectOutcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileFault) return failedStep(error.code, error.message)
    throw error
  }
}

/** Stores what a step made, once; the files count as made from all that the run has read. */
export async function keep(
  deps: FileDeps,
  context: EffectContext,
  made: readonly { name: string; bytes: Uint8Array }[],
): Promise<JsonObject[]> {
  const { scope, actor, idempotencyKey: operationKey } = context
  const touches = await scope.read((tx) => originOf(tx, context))
  const kept = await deps.steps.keepFiles(scope, actor, { made, touches, operationKey })
  return kept.map(fileValue)
}

function idOf(file: FileInput): string {
  if (typeof file === 'string') return file
  return 'fileId' in file ? String(file.fileId) : String(file.id)
}

function fileValue({ id, name, mediaType, size, sha256 }: FileView): JsonObject {
  return { id, name, mediaType, size, sha256 }
}
