import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { findApp } from '../catalog/apps.store.ts'
import { liveFields, publicField } from '../definition/app-definition.ts'
import { allowBuild } from '../definition/app-sharing.rules.ts'
import { createApp } from './create-app.ts'

export interface AppCopy {
  appId: string
  name: string
  key: string
  acronym: string
}

/**
 * Creates an app with the present definition of another: everything but its records, removed fields, and revisions.
 * References to the app itself lead to the copy.
 * @throws resource.not_found, right.missing, app.key_taken, request.invalid for what the actor can't define again
 */
export async function copyApp(
  deps: Parameters<typeof createApp>[0],
  scope: TenantScope,
  actor: Actor,
  { appId, ...names }: AppCopy,
): Promise<AppView> {
  allow(actor, 'app:build')
  const source = await scope.read((tx) => findApp(tx, appId))
  if (source === null) throw fail('resource.not_found')
  allowBuild(actor, source)
  const {
    classEpochs: _epochs,
    changing: _changing,
    archived: _archived,
    fields: _all,
    ...shape
  } = source.definition
  const fields = liveFields(source.definition).map((field) => {
    const { id: _id, ...own } = publicField(field)
    return own
  })
  return createApp(deps, scope, actor, {
    ...AppCreate.parse({ ...shape, ...names, fields }),
    copyOf: source.id,
    // What is published already is asked about where it is edited.
    confirmed: true,
  })
}
