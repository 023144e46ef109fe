// A file as a step has it: found with the permissions of the run, read under limits, and stored with what it came from.
import type { FileView } from '@caseloom/contract/records/files'
import { mergedTouches, type Touch } from '@caseloom/contract/records/touches'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { type FileInput, fileIdOf } from '@caseloom/playbook/actions-files'
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
  from: readonly Touch[]
  open(): Promise<Readable>
}

/** Says in the step's own words why a file can't be used. */
export class FileFault extends Error {
  readonly code: string
  readonly detail: JsonValue | undefined

  constructor(code: string, message: string, detail?: JsonValue) {
    super(message)
    this.code = code
    this.detail = detail
  }
}

type WithFile = z.ZodType<{ file: FileInput }>

/** An effect on one file; what the run reads of it counts as what the file came from. */
export function onFile<Input extends WithFile>(
  deps: FileDeps,
  schema: Input,
  perform: (file: StepFile, input: z.output<Input>, context: EffectContext) => Promise<EffectOutcome>,
): EffectAction {
  return effectOf(schema, (input, context) =>
    withFiles(deps, context, { wanted: [input.file], perform: ([file]) => perform(file, input, context) }),
  )
}

/** Opens files for a step, in their order; a missing one fails it. */
export async function withFiles(
  deps: FileDeps,
  { scope, actor }: EffectContext,
  step: {
    wanted: readonly FileInput[]
    perform(files: readonly [StepFile, ...StepFile[]]): Promise<EffectOutcome>
  },
): Promise<EffectOutcome> {
  const { found, missing } = await deps.steps.sendable(scope, actor, step.wanted.map(fileIdOf))
  const [first, ...rest] = found.map((row): StepFile => ({ ...row, open: () => open(row) }))
  if (first === undefined || missing.length > 0)
    return failedStep('step.unknown_file', `There is no file ${missing.join(', no file ')}`)
  const outcome = await faultAsOutcome(() => step.perform([first, ...rest]))
  // The run isn't about the records that the files belong to; it only read from them.
  const touched = mergedTouches(found.flatMap(({ from }) => from)).map((one) => ({
    ...one,
    aside: true as const,
  }))
  return { ...outcome, touched }

  async function open({ name, sha256 }: { name: string; sha256: string }): Promise<Readable> {
    const stream = await deps.files.open(scope.tenantId, sha256)
    if (stream === null) throw new FileFault('step.unknown_file', `The file ${name} is no longer stored`)
    return stream
  }
}

/** Turns a fault of a file into the error of the step. */
export async function faultAsOutcome(work: () => Promise<EffectOutcome>): Promise<EffectOutcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileFault) return failedStep(error.code, error.message, error.detail)
    throw error
  }
}

/** Stores what a step made, once; it counts as made from all that the run has read, and from what these files came from. */
export async function keep(
  deps: FileDeps,
  context: EffectContext,
  made: readonly { name: string; bytes: Uint8Array }[],
  sources: readonly StepFile[] = [],
): Promise<JsonObject[]> {
  const { scope, actor, idempotencyKey: operationKey } = context
  const read = await scope.read((tx) => originOf(tx, context))
  const touches = mergedTouches([...read, ...sources.flatMap(({ from }) => from)])
  const saved = await deps.steps.keepFiles(scope, actor, { made, touches, operationKey })
  return saved.map(fileValue)
}

/** All bytes of a file. @throws FileFault for one that is larger than `most` */
export async function allBytes(file: StepFile, most: number, signal: AbortSignal): Promise<Buffer> {
  if (file.size > most)
    throw new FileFault('step.too_large', `The file ${file.name} is larger than ${megabytes(most)}`)
  const chunks: Buffer[] = []
  for await (const chunk of (await file.open()) as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MB`
}

function fileValue({ id, name, mediaType, size, sha256 }: FileView): JsonObject {
  return { id, name, mediaType, size, sha256 }
}
