import type { SessionView } from '@caseloom/contract/identity/identity'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Permission } from '@caseloom/contract/kernel/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { hasCode } from '../data/api-error.ts'
import { installStatusQuery, rememberInstallCode } from '../data/install.ts'
import { checkPlace, installGoal, landingOf, unknownPathGoal } from '../data/landing.ts'
import { loginAddress, safeReturnTo } from '../data/return-to.ts'
import { addressParts } from '../data/search-params.ts'
import { authenticateTenant, flagsQuery, sessionQuery, versionQuery } from '../data/session.ts'

/** Whether the installer was already checked: once, on the first navigation. */
export interface InstallerCheck {
  done: boolean
}

function session(client: QueryClient): Promise<SessionView | null> {
  return client.ensureQueryData(sessionQuery)
}

/** On the first navigation, when the flag is on: leads to the installer while the installation isn't set up. */
export async function checkInstaller(
  context: { client: QueryClient; installer: InstallerCheck },
  pathname: string,
): Promise<void> {
  if (context.installer.done) return
  const flags = await context.client.ensureQueryData(flagsQuery)
  if (!flags.OnPremInstall) {
    context.installer.done = true
    return
  }
  const goal = installGoal(await context.client.fetchQuery(installStatusQuery))
  context.installer.done = true
  if (goal !== null && pathname !== goal) throw redirect({ to: goal, replace: true })
}

/** The sign-in page is for people without a session; others continue to their page. */
export async function leaveLogin(client: QueryClient, returnTo: string | undefined): Promise<void> {
  const present = await session(client)
  if (present === null) return
  throw redirect({
    ...addressParts(safeReturnTo(returnTo, location.origin) ?? landingOf(present)),
    replace: true,
  })
}

/** The version is decoration: its absence never blocks a page. */
export async function resolveVersion(client: QueryClient): Promise<string | null> {
  return client.ensureQueryData(versionQuery).catch(() => null)
}

/** Leads people without a session to sign-in and back afterward. */
export async function needSession(client: QueryClient, href: string): Promise<SessionView> {
  const present = await session(client)
  if (present === null)
    throw redirect({ ...addressParts(loginAddress(href, location.origin)), replace: true })
  return present
}

/**
 * `account/{accountId}` leads to the selection of its tenants; an ID that isn't a GUID, to the selection of
 * accounts.
 */
export function accountToSelection(accountId: string): void {
  const bare = normalizeGuid(accountId)
  if (bare === null) throw redirect({ to: '/select-account', replace: true })
  throw redirect({ to: '/select-tenant', search: { account: bare }, replace: true })
}

/** The selection shows even a single tenant: it is an explicit request. */
export async function enterSelection(
  client: QueryClient,
  href: string,
  account: string | undefined,
): Promise<void> {
  leadToNeeds(await needSession(client, href), account)
}

/** An account with an outstanding requirement: the account selection shows it, and leads there. */
function leadToNeeds(present: SessionView, accountId: string | undefined): void {
  if (present.accounts.some((account) => account.id === accountId && account.needs !== null))
    throw redirect({ to: '/select-account', replace: true })
}

interface Place {
  href: string
  /** Hovering over a link preloads; that isn't entering a tenant. */
  preload: boolean
}

/** The guard of a tenant: GUIDs, session, and the server's permission to enter. */
export async function enterTenant(
  client: QueryClient,
  params: { accountId: string; tenantId: string },
  place: Place,
): Promise<{ session: SessionView }> {
  const check = checkPlace(params)
  if (check.state === 'no-account') throw redirect({ to: '/select-account', replace: true })
  if (check.state === 'no-tenant')
    throw redirect({ to: '/select-tenant', search: { account: check.accountId }, replace: true })
  const { accountId, tenantId } = check
  if (!check.asGiven) {
    const given = `/account/${encodeURIComponent(params.accountId)}/tenant/${encodeURIComponent(params.tenantId)}`
    const rest = place.href.startsWith(given) ? place.href.slice(given.length) : ''
    throw redirect({ ...addressParts(`/account/${accountId}/tenant/${tenantId}${rest}`), replace: true })
  }
  const before = await needSession(client, place.href)
  leadToNeeds(before, accountId)
  try {
    if (!place.preload) await authenticateTenant(client, accountId, tenantId)
  } catch (error) {
    if (hasCode(error, 'session.none'))
      throw redirect({ ...addressParts(loginAddress(place.href, location.origin)), replace: true })
    if (hasCode(error, 'resource.not_found', 'right.missing'))
      throw redirect({ to: '/tenant-error', replace: true })
    if (hasCode(error, 'license.invalid'))
      throw redirect({ to: '/logout', replace: true, state: { notice: 'license' } })
    throw error
  }
  const knows = before.tenants.some((tenant) => tenant.id === tenantId)
  const present = knows ? before : await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  if (present === null)
    throw redirect({ ...addressParts(loginAddress(place.href, location.origin)), replace: true })
  return { session: present }
}

/**
 * Guard of a page that needs a permission in its tenant, and possibly a feature flag: while the flag is off the
 * page doesn't exist, without the permission the unauthorized page opens.
 */
export function needs(permission: Permission | null, flag?: keyof SessionView['flags']) {
  return guardOf((held) => permission === null || held.includes(permission), flag)
}

/** The same for a page that any of the permissions opens. */
export function needsOneOf(...permissions: readonly Permission[]) {
  return guardOf((held) => permissions.some((one) => held.includes(one)))
}

function guardOf(isEnough: (held: readonly Permission[]) => boolean, flag?: keyof SessionView['flags']) {
  return async ({
    context,
    params,
  }: {
    context: { client: QueryClient }
    params: { tenantId: string }
  }): Promise<void> => {
    const present = await session(context.client)
    if (flag !== undefined && present?.flags[flag] !== true) throw redirect({ to: '/error', replace: true })
    const tenant = present?.tenants.find((each) => each.id === params.tenantId)
    if (tenant === undefined || !isEnough(tenant.permissions))
      throw redirect({ to: '/unauthorized', replace: true })
  }
}

/**
 * The form exists only while the installation is pending. The printed URL contains the one-time code, which is
 * removed from the address bar immediately.
 */
export async function enterInstall(client: QueryClient, code: string | undefined): Promise<void> {
  const status = await client.fetchQuery(installStatusQuery)
  if (!status.needed || status.status === 'complete') throw redirect({ to: '/login', replace: true })
  if (code !== undefined) rememberInstallCode(client, code)
  if (status.status === 'inProgress') throw redirect({ to: '/install-status', replace: true })
  if (code !== undefined) throw redirect({ to: '/install', search: {}, replace: true })
}

/** Before the steps comes the form; afterward the page itself leads to sign-in. */
export async function enterInstallStatus(client: QueryClient): Promise<void> {
  const status = await client.fetchQuery(installStatusQuery)
  if (status.status === 'pending' && status.needed) throw redirect({ to: '/install', replace: true })
}

/** An unknown path: without a valid session the sign-in page, otherwise the error page. */
export async function unknownPath(client: QueryClient): Promise<void> {
  throw redirect({ to: unknownPathGoal(await session(client)), replace: true })
}

/** Leads to a path below the tenant; null is an unknown path. */
export function goInside(place: { accountId: string; tenantId: string }, goal: string | null): void {
  if (goal === null) throw redirect({ to: '/error', replace: true })
  throw redirect({
    ...addressParts(`/account/${place.accountId}/tenant/${place.tenantId}${goal}`),
    replace: true,
  })
}
