import type { updateUser, UserView } from '@caseloom/contract/identity/directory'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import type { ErrorView } from '../../../ui/StateCard.tsx'
import { changeUser, refreshDirectory } from './directory.queries.ts'

type Change = RouteBodyInput<typeof updateUser>

/** Saves immediately; a failure is shown next to what was changed. */
export function useChangeUser(user: UserView, onChanged?: (user: UserView) => void) {
  const { accountId, userId } = useAdminScope()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (change: Change) => changeUser({ accountId, userId: user.id }, change),
    onSuccess: async (changed) => {
      // The user's own permissions decide what this page can show at all.
      if (changed.id === userId) void client.invalidateQueries({ queryKey: keys.session })
      await refreshDirectory(client, accountId)
      onChanged?.(changed)
    },
  })
  const failureOf = (field: keyof Change): ErrorView | null =>
    mutation.isError && mutation.variables[field] !== undefined ? describeError(mutation.error) : null
  return { change: mutation.mutate, saving: mutation.isPending, failureOf }
}
