import type { GroupView } from '@caseloom/contract/directory'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { DockPanel, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { changeGroup, deleteGroup, refreshDirectory } from './directory.queries.ts'
import { GroupMembers } from './GroupMembers.tsx'
import { HeldRoles } from './HeldRoles.tsx'
import { NameDialog } from './NameDialog.tsx'
import type { Directory } from './useDirectory.ts'

interface GroupPanelProps {
  group: GroupView
  directory: Directory
  onClose: () => void
}

/** One group beside the list: its members and the roles that it gives. Changes count at once. */
export function GroupPanel({ group, directory, onClose }: GroupPanelProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const roles = useMutation({
    mutationFn: (next: GroupView['roles']) => changeGroup({ accountId, groupId: group.id }, { roles: next }),
    onSuccess: () => refreshDirectory(client, accountId),
  })
  const failure = roles.isError ? describeError(roles.error) : null
  return (
    <DockPanel
      title={group.name}
      subtitle={t('groups.members', { count: group.members })}
      glyph={<IconUsersGroup size={20} stroke={1.6} aria-hidden color="var(--cl-text-tertiary)" />}
      actions={<GroupActions group={group} onRemoved={onClose} />}
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

function GroupActions({ group, onRemoved }: { group: GroupView; onRemoved: () => void }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const [act, setAct] = useState<'rename' | 'remove' | null>(null)
  const { name } = group
  const place = { accountId, groupId: group.id }
  const done = () => {
    setAct(null)
    void refreshDirectory(client, accountId)
  }
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={t('groups.more')} title={t('groups.more')}>
            <IconDots size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
            onClick={() => setAct('rename')}
          >
            {t('groups.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
            onClick={() => setAct('remove')}
          >
            {t('groups.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {act === 'rename' && (
        <NameDialog
          title={t('groups.renameTitle', { name })}
          label={t('groups.name')}
          missing={t('groups.nameMissing')}
          confirm={t('groups.saveName')}
          initial={name}
          save={(next) => changeGroup(place, { name: next })}
          onSaved={done}
          onClose={() => setAct(null)}
        />
      )}
      {act === 'remove' && (
        <ConfirmDialog
          title={t('groups.removeTitle', { name })}
          text={t('groups.removeText')}
          confirm={t('groups.removeConfirm', { name })}
          danger
          run={() => deleteGroup(place)}
          describe={describeError}
          onClose={() => setAct(null)}
          onDone={() => {
            toast({ kind: 'success', title: t('groups.removed', { name }) })
            done()
            onRemoved()
          }}
        />
      )}
    </>
  )
}
