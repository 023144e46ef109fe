import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshDirectory } from './directory.queries.ts'
import { NameDialog } from './NameDialog.tsx'

interface NamedActionsProps {
  of: 'groups' | 'roles'
  name: string
  rename: (name: string) => Promise<unknown>
  remove: () => Promise<unknown>
  onRemoved: () => void
}

export function NamedActions({ of, name, rename, remove, onRemoved }: NamedActionsProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const [act, setAct] = useState<'rename' | 'remove' | null>(null)
  const done = () => {
    setAct(null)
    void refreshDirectory(client, accountId)
  }
  return (
    <>
      <ActionsMenu of={of} setAct={setAct} />
      {act === 'rename' && (
        <NameDialog
          title={t(`${of}.renameTitle`, { name })}
          label={t(`${of}.name`)}
          missing={t(`${of}.nameMissing`)}
          confirm={t(`${of}.saveName`)}
          initial={name}
          save={rename}
          onSaved={done}
          onClose={() => setAct(null)}
        />
      )}
      {act === 'remove' && (
        <ConfirmDialog
          title={t(`${of}.removeTitle`, { name })}
          text={t(`${of}.removeText`)}
          confirm={t(`${of}.removeConfirm`, { name })}
          danger
          run={remove}
          describe={describeError}
          onClose={() => setAct(null)}
          onDone={() => {
            toast({ kind: 'success', title: t(`${of}.removed`, { name }) })
            done()
            onRemoved()
          }}
        />
      )}
    </>
  )
}

interface ActionsMenuProps {
  of: 'groups' | 'roles'
  setAct: (next: 'rename' | 'remove' | null) => void
}

function ActionsMenu({ of, setAct }: ActionsMenuProps) {
  const { t } = useTranslation('admin')
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={t(`${of}.more`)} title={t(`${of}.more`)}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
          onClick={() => setAct('rename')}
        >
          {t(`${of}.rename`)}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
          onClick={() => setAct('remove')}
        >
          {t(`${of}.remove`)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
