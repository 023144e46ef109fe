import type { RunView, StepView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http/types.ts'
import { allow } from '../../../platform/rights.ts'
import { canonical } from '../runs/canonical.rules.ts'
import { seenRuns } from '../runs/see-runs.ts'
import { type GetRunDeps, getRun, readStepValue, type StepValueRequest } from '../runs/get-run.ts'
import { runsCalledBy } from '../runs/runs.read.ts'

type Run = z.infer<typeof RunView>
type Step = z.infer<typeof StepView>

/** Characters of JSON: a longer value is named with its size instead, and so is what comes after so much in all. */
export interface EvidenceBounds {
  value: number
  total: number
}
const BOUNDS: EvidenceBounds = { value: 32 * 1024 * 1024, total: 256 * 1024 * 1024 }

export interface EvidenceCommand {
  runId: string
  ip?: string
  bounds?: EvidenceBounds
}

/**
 * All that is known of a run as one JSON file: `content`, and the SHA-256 of its canonical form. Only for people who
 * may see all data of the run. Throws right.missing, resource.not_found.
 */
export async function runEvidence(
  deps: GetRunDeps,
  scope: TenantScope,
  actor: Actor,
  command: EvidenceCommand,
): Promise<FileAnswer> {
  allow(actor, 'run:data')
  const { runId, ip, bounds = BOUNDS } = command
  const run = await getRun(deps, scope, actor, runId)
  if (!run.can.data) throw fail('resource.not_found')
  const called = await scope.read((tx) => runsCalledBy(tx, runId))
  const seen = await seenRuns(
    deps,
    scope,
    actor,
    called.map((one) => one.run),
  )
  const calls = called.map(({ step }, at) => ({ step, run: seen[at] ?? null }))
  const name = `${run.playbook.title} #${run.number}`
  const auditRun = (action: string, named: string) =>
    scope.tx((tx) =>
      audit(tx, {
        accountId: tx.accountId,
        tenantId: tx.tenantId,
        actor,
        action,
        object: { kind: 'run', id: runId, name: named },
        ip: ip ?? null,
      }),
    )
  await auditRun('run.evidence_exported', name)
  const read = reader(deps, { scope, actor, bounds })
  const head = { exportedAt: new Date().toISOString(), exportedBy: actor.name, tenantId: scope.tenantId }
  return {
    mediaType: 'application/json',
    fileName: `run-${run.number}-evidence.json`,
    // The audit log is sealed and can't be changed, so a file is genuine when its hash is in the log.
    content: Readable.from(
      sealed(contentOf({ run, calls }, head, read), (hash) =>
        auditRun('run.evidence_sealed', `${name} · SHA-256 ${hash}`),
      ),
    ),
  }
}

type Read = (wanted: StepValueRequest, size: number | null) => Promise<JsonObject>

/** The members of `content` in canonical order, in pieces, with only one value in memory at a time. */
async function* contentOf(
  { run, calls }: { run: Run; calls: object },
  head: { exportedAt: string; exportedBy: string; tenantId: string },
  read: Read,
): AsyncGenerator<string> {
  const { document, steps, output: _output, can: _can, ...facts } = run
  const values = (path: string, side: StepValueRequest['side'], size: number | null) =>
    read({ runId: run.id, path, side }, size)
  yield `{"calls":${canonical(plain(calls))}`
  yield `,"exportedAt":${canonical(head.exportedAt)},"exportedBy":${canonical(head.exportedBy)}`
  yield `,"format":"caseloom.run-evidence/1"`
  yield `,"output":${canonical(await values('', 'output', 0))}`
  yield `,"playbook":${canonical(document)}`
  yield `,"run":${canonical(plain(facts))}`
  yield ',"steps":['
  for (const [index, step] of steps.entries()) {
    yield `${index === 0 ? '' : ','}${canonical(await withValues(step, values))}`
  }
  yield `],"tenantId":${canonical(head.tenantId)},"trigger":${canonical(await values('', 'trigger', 0))}}`
}

async function withValues(
  step: Step,
  values: (path: string, side: 'input' | 'output', size: number | null) => Promise<JsonObject>,
): Promise<JsonObject> {
  const { input, output, ...facts } = step
  return {
    ...plain(facts),
    input: input === null ? null : await values(step.path, 'input', input.size),
    output: output === null ? null : await values(step.path, 'output', output.size),
  }
}

/** A value with whether it was computed again, or why it is not in the file. */
function reader(
  deps: GetRunDeps,
  { scope, actor, bounds }: { scope: TenantScope; actor: Actor; bounds: EvidenceBounds },
): Read {
  let total = 0
  return async (wanted, size) => {
    const isLarge = (chars: number) => chars > bounds.value || total + chars > bounds.total
    if (size === null || isLarge(size)) return { omitted: 'too large', size }
    try {
      const { value, recomputed } = await readStepValue(deps, scope, actor, wanted)
      const chars = canonical(value).length
      if (isLarge(chars)) return { omitted: 'too large', size: chars }
      total += chars
      return { value, recomputed }
    } catch (error) {
      if (isFailure(error, 'resource.not_found')) return { omitted: 'there is none' }
      if (isFailure(error, 'dependency.unavailable')) return { omitted: error.message }
      throw error
    }
  }
}

async function* sealed(
  content: AsyncIterable<string>,
  audit: (hash: string) => Promise<void>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  yield '{"content":'
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
  const digest = hash.digest('hex')
  await audit(digest)
  yield `,"sha256":"${digest}"}\n`
}

/** A view as sent over HTTP, without undefined members. */
function plain(view: object): JsonObject {
  return JSON.parse(JSON.stringify(view)) as JsonObject // what JSON.parse answers
}
