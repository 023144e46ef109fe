import type { GroupView, UserView } from '@caseloom/contract/identity/directory'
import { UserId } from '@caseloom/contract/kernel/ids'
import { ActionIcon, Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userSearchQuery } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { PanelSection } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { changeGroup, membersQuery, refreshDirectory } from './directory.queries.ts'

export function GroupMembers({ group }: { group: GroupView }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const members = useInfiniteQuery(membersQuery(accountId, group.id))
  const rows = members.data?.pages.flatMap((page) => page.items) ?? []
  const mutation = useMutation({
    mutationFn: (change: { addUserIds: UserId[] } | { removeUserIds: UserId[] }) =>
      changeGroup({ accountId, groupId: group.id }, change),
    onSuccess: () => refreshDirectory(client, accountId),
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <PanelSection title={t('groups.membersTitle')}>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <AddMember
        key={rows.length}
        present={rows}
        busy={mutation.isPending}
        onAdd={(id) => mutation.mutate({ addUserIds: [UserId.parse(id)] })}
      />
      {members.isError && rows.length === 0 && (
        <StateCard
          title={t('groups.membersFailed')}
          error={describeError(members.error)}
          onRetry={() => void members.refetch()}
        />
      )}
      {members.isSuccess && rows.length === 0 && <p className={classes.quiet}>{t('groups.noMembers')}</p>}
      <ul className={classes.items} aria-label={t('groups.membersTitle')}>
        {rows.map((user) => (
          <MemberRow key={user.id} user={user} mutation={mutation} />
        ))}
      </ul>
      {members.hasNextPage && (
        <Button loading={members.isFetchingNextPage} onClick={() => void members.fetchNextPage()}>
          {t('groups.moreMembers')}
        </Button>
      )}
    </PanelSection>
  )
}

function MemberRow({
  user,
  mutation,
}: {
  user: UserView
  mutation: { isPending: boolean; mutate: (change: { removeUserIds: UserView['id'][] }) => void }
}) {
  const { t } = useTranslation('admin')
  return (
    <li className={classes.item}>
      <span className={classes.itemMain}>
        <Avatar name={user.name} />
        <span className={classes.personName}>{user.name}</span>
        <span className={classes.personMail}>{user.kind === 'person' ? user.email : ''}</span>
      </span>
      <ActionIcon
        size={24}
        aria-label={t('groups.removeMember', { name: user.name })}
        disabled={mutation.isPending}
        onClick={() => mutation.mutate({ removeUserIds: [user.id] })}
      >
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  )
}

interface AddMemberProps {
  present: readonly UserView[]
  busy: boolean
  onAdd: (userId: string) => void
}

function AddMember({ present, busy, onAdd }: AddMemberProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), 250)
  const found = useQuery({ ...userSearchQuery(accountId, settled), placeholderData: keepPreviousData })
  const free = (found.data ?? []).filter((user) => !present.some((member) => member.id === user.id))
  return (
    <Select
      label={t('groups.addMember')}
      placeholder={t('groups.addMemberHint')}
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      // The server has already filtered.
      filter={({ options }) => options}
      data={free.map((user) => ({
        value: String(user.id),
        label: user.kind === 'person' ? `${user.name} (${user.email})` : user.name,
      }))}
      nothingFoundMessage={found.isSuccess ? t('groups.noOne') : undefined}
      disabled={busy}
      onChange={(id) => id !== null && onAdd(id)}
    />
  )
}
