import type { RoleId } from '@caseloom/contract/kernel/ids'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { NO_PRINCIPALS } from '../../../ui/sharing/principals.ts'
import { SharingForm } from '../../../ui/sharing/SharingForm.tsx'
import classes from './Home.module.css'

interface HomeShareDialogProps {
  name: string
  sharing: Sharing
  defaultFor: readonly RoleId[]
  onDone: (audience: { sharing: Sharing; defaultFor: RoleId[] }) => void
  onClose: () => void
}

/** Who can open the page, and which of those roles it is the default of. */
export function HomeShareDialog(props: HomeShareDialogProps) {
  const { name, onDone, onClose } = props
  const { t } = useTranslation('home')
  const { t: words } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId))
  const [sharing, setSharing] = useState(props.sharing)
  const [chosen, setChosen] = useState<readonly string[]>(props.defaultFor)
  const names = principals.data ?? NO_PRINCIPALS
  const shared = sharing?.flatMap(({ to }) => ('roleId' in to ? [String(to.roleId)] : []))
  const roles = (principals.data?.roles ?? []).filter(({ id }) => shared?.includes(id) ?? true)
  // A role that loses the page loses it as its default, too.
  const defaultFor = roles.filter(({ id }) => chosen.includes(id)).map(({ id }) => id)
  return (
    <Dialog onClose={onClose} title={words('sharing.title', { name })} size={520}>
      <div className={classes.fields}>
        <SharingForm
          sharing={sharing}
          onSharing={setSharing}
          principals={names}
          failed={principals.isError}
          levels={['read', 'manage']}
          wordOf={(level) => words(`sharing.levels.${level}`)}
          texts={{
            who: words('sharing.who'),
            open: t('pages.everyone'),
            hint: (count) => t(count === 0 ? 'pages.onlyMe' : 'pages.alwaysManagers'),
          }}
        />
        <MultiSelect
          searchable
          label={t('pages.defaultFor')}
          description={t('pages.defaultForText')}
          data={roles.map(({ id, name: label }) => ({ value: String(id), label }))}
          value={defaultFor}
          onChange={setChosen}
          disabled={roles.length === 0}
        />
        <DialogActions
          onCancel={onClose}
          confirm={words('sharing.done')}
          disabled={principals.data === undefined}
          onConfirm={() => onDone({ sharing, defaultFor })}
        />
      </div>
    </Dialog>
  )
}
