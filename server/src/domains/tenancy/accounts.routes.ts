import * as routes from '@caseloom/contract/identity/accounts'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Http } from '../../platform/http/types.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { deleteManagedAccount, inviteAdministrator, updateManagedAccount } from './change-account.ts'
import { createManagedAccount } from './create-managed-account.ts'
import { listAccounts } from './list-accounts.ts'

const handOf = ({ actor, request }: { actor: Actor; request: { ip: string } }) => ({ actor, ip: request.ip })

/** Serves super administrators the accounts of the installation. */
export function bindAccountsRoutes(http: Http, deps: AccountsDeps): void {
  http.bind(routes.listAccounts, async ({ actor }) => ({ items: await listAccounts(deps, actor) }))
  http.bind(routes.createAccount, (asked) => createManagedAccount(deps, handOf(asked), asked.body))
  http.bind(routes.updateAccount, (asked) =>
    updateManagedAccount(deps, handOf(asked), { id: asked.params.managedAccountId, ...asked.body }),
  )
  http.bind(routes.deleteAccount, (asked) =>
    deleteManagedAccount(deps, handOf(asked), { id: asked.params.managedAccountId, ...asked.body }),
  )
  http.bind(routes.inviteAdministrator, (asked) =>
    inviteAdministrator(deps, handOf(asked), { id: asked.params.managedAccountId, ...asked.body }),
  )
}
