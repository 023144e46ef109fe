import type { GroupView } from '@caseloom/contract/identity/directory'
import { IconUsersGroup } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { DockPanel, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { changeGroup, deleteGroup, refreshDirectory } from './directory.queries.ts'
import { GroupMembers } from './GroupMembers.tsx'
import { HeldRoles } from './HeldRoles.tsx'
import { NamedActions } from './NamedActions.tsx'
import type { Directory } from './useDirectory.ts'

interface GroupPanelProps {
  group: GroupView
  directory: Directory
  onClose: () => void
}

export function GroupPanel({ group, directory, onClose }: GroupPanelProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const place = { accountId, groupId: group.id }
  const roles = useMutation({
    mutationFn: (next: GroupView['roles']) => changeGroup(place, { roles: next }),
    onSuccess: () => refreshDirectory(client, accountId),
  })
  const failure = roles.isError ? describeError(roles.error) : null
  return (
    <DockPanel
      title={group.name}
      subtitle={t('groups.members', { count: group.members })}
      glyph={<IconUsersGroup size={20} stroke={1.6} aria-hidden color="var(--cl-text-tertiary)" />}
      actions={
        <NamedActions
          of="groups"
          name={group.name}
          rename={(name) => changeGroup(place, { name })}
          remove={() => deleteGroup(place)}
          onRemoved={onClose}
        />
      }
      onClose={onClose}
    >
      <PanelSection title={t('held.title')}>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <HeldRoles
          value={group.roles}
          directory={directory}
          busy={roles.isPending}
          onChange={(next) => roles.mutate(next)}
        />
      </PanelSection>
      <GroupMembers group={group} />
    </DockPanel>
  )
}
