import type { Issue } from '@caseloom/contract/kernel/errors'
import { InstallBody, type InstallRequest } from '@caseloom/contract/identity/installer'
import { createHash, timingSafeEqual } from 'node:crypto'
import { fail } from '../../platform/errors.ts'
import { issuesOf } from '../../platform/http/problem.ts'
import { newId } from '../../platform/uuid.ts'
import { type InstallPlan, lockPlan, readCode, readInstall, writePlan } from './install.store.ts'
import { canonicalCode } from './install-code.rules.ts'
import type { InstallerDeps } from './installer-deps.ts'

type Deps = Pick<InstallerDeps, 'database' | 'identity' | 'throttle'>

/**
 * Writes the plan of the installation; the steps follow in the background.
 * @throws install.already_done, install.code_wrong, request.invalid with every fault, request.too_many
 */
export async function startInstall(deps: Deps, body: InstallRequest, ip: string): Promise<void> {
  const { system } = deps.database
  refuseDone((await system.read((tx) => readInstall(tx)))?.status)
  await checkCode(deps, body.code ?? '', ip)
  const wanted = checkInput(deps, body)
  const passwordHash = await deps.identity.hashPassword(wanted.password)
  await system.tx(async (tx) => {
    await lockPlan(tx)
    const before = await readInstall(tx)
    refuseDone(before?.status)
    await writePlan(tx, planFor(wanted, passwordHash, before?.plan))
  })
}

function refuseDone(status: string | undefined): void {
  if (status === 'inProgress' || status === 'complete') throw fail('install.already_done')
}

async function checkCode({ database, throttle }: Deps, typed: string, ip: string): Promise<void> {
  await throttle.take(ip)
  const code = await database.system.read(readCode)
  if (code === null || !sameText(canonicalCode(typed), canonicalCode(code))) throw fail('install.code_wrong')
  await throttle.giveBack(ip)
}

/** Compares in constant time, whatever the lengths. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** Form and strength together, so that all faults are reported together. Throws request.invalid. */
export function checkInput({ identity }: Pick<Deps, 'identity'>, body: InstallRequest): InstallBody {
  const parsed = InstallBody.safeParse(body)
  const issues: Issue[] = parsed.success ? [] : issuesOf(parsed.error, 'body')
  if (!issues.some((issue) => issue.path[1] === 'password')) {
    const weak = identity.passwordFault(body.password, [
      body.name,
      body.email,
      body.accountName,
      body.tenantName,
    ])
    if (weak !== null) issues.push({ ...weak, path: ['body', 'password'] })
  }
  if (!parsed.success || issues.length > 0) throw fail('request.invalid', { issues })
  return parsed.data
}

type Wanted = Pick<InstallPlan, 'accountName' | 'tenantName' | 'name' | 'email' | 'demoData'>

/** A second attempt keeps the ids of the first: what that one had made takes the new values. */
export function planFor(
  wanted: Wanted,
  passwordHash: string,
  before: InstallPlan | undefined,
  headless = false,
): InstallPlan {
  const pair = () => ({ personId: newId(), userId: newId() })
  const ids = before ?? {
    accountId: newId(),
    tenantId: newId(),
    ...pair(),
    demoIds: [pair(), pair(), pair()],
  }
  const { accountId, tenantId, personId, userId, demoIds } = ids
  const { accountName, tenantName, name, email, demoData } = wanted
  const values = { accountName, tenantName, name, email, demoData, passwordHash, headless }
  return { accountId, tenantId, personId, userId, demoIds, ...values }
}
