import type { InstallView } from '@caseloom/contract/content/packages'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { sha256Of } from '../../../platform/files/file-store.ts'
import { writePackage } from '../format/write-package.ts'
import { planContent } from '../installs/plan-package.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { readLine } from './read-catalog.ts'

/**
 * Plans the import of a package of a line: one of the library, or one that the actor has imported before.
 * @throws resource.not_found
 */
export async function planCatalogPackage(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  { lineKey, packageKey }: { lineKey: string; packageKey: string },
): Promise<InstallView> {
  const { line, imported } = await readLine(deps, scope, actor, lineKey)
  const shipped = line.packages.includes(packageKey) ? (await deps.library()).get(packageKey) : undefined
  if (shipped !== undefined) {
    const { content } = shipped
    return planContent(deps, scope, actor, { content, sha256: sha256Of(await writePackage(content)) })
  }
  // What someone else imported may hold what the actor can’t see.
  const own = imported.find((one) => one.package === packageKey && one.starter === actor.id)
  if (own === undefined) throw fail('resource.not_found')
  return planContent(deps, scope, actor, own)
}
