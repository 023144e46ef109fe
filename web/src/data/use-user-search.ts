import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userSearchQuery } from './account-admin.ts'
import { useAdminScope } from './admin-scope.ts'

/** Users of the administered account by what is typed; asks only while `enabled`. */
export function useUserSearch(enabled: boolean) {
  const { accountId } = useAdminScope()
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), 250)
  const found = useQuery({
    ...userSearchQuery(accountId, settled),
    placeholderData: keepPreviousData,
    enabled,
  })
  return { text, setText, people: found.data ?? [], isFound: found.isSuccess }
}
