import { MAX_PACKAGE_BYTES, type PackageOrder } from '@caseloom/contract/content/packages'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { sha256Of } from '../../../platform/files/file-store.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { writePackage } from '../format/write-package.ts'
import { preparePackage } from './prepare-package.ts'

/**
 * The archive of the chosen items and what they need.
 * @throws content.not_exportable with every error
 */
export async function exportPackage(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  { items, ip, ...about }: PackageOrder & { ip?: string },
): Promise<{ name: string; bytes: Buffer }> {
  allow(actor, 'content:export')
  const { contents, needs, problems } = await preparePackage(deps, scope, actor, items)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw fail('content.not_exportable', {
      issues: errors.map(({ item, code, place }) => ({
        path: ['body', 'items', item.kind, item.key],
        code,
        message: `${item.title}: ${WORDS[code]}${place === '' ? '' : ` (${place})`}`,
      })),
    })
  const bytes = await writePackage({ ...about, needs, items: contents })
  if (bytes.length > MAX_PACKAGE_BYTES)
    throw fail('content.not_exportable', { detail: 'The package exceeds 10 MB. Export fewer items.' })
  await scope.tx((tx) =>
    audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'content.exported',
      object: { kind: 'package', id: newId(), name: `${about.package} ${about.version}` },
      after: { sha256: sha256Of(bytes) },
      ip: ip ?? null,
    }),
  )
  return { name: `${about.package}-${about.version}.zip`, bytes }
}

const WORDS: Readonly<
  Record<Awaited<ReturnType<typeof preparePackage>>['problems'][number]['code'], string>
> = {
  secret: 'contains what looks like a secret',
  person: 'names a person',
  address: 'contains an email address',
  unreadable_app: 'needs something that you can’t build',
  unpublished: 'isn’t published',
  old_revision: 'links an earlier revision of an applet',
  left_out: 'is exported without a part',
  local_value: 'filters by a record, user, or group of this tenant',
  limited: 'is limited to some users',
}
