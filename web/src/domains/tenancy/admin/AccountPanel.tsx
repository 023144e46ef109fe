import type { ManagedAccount } from '@caseloom/contract/identity/accounts'
import { Button } from '@mantine/core'
import { IconBuildingSkyscraper, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { sessionQuery } from '../../../data/session.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { DockPanel, FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { State } from '../../../ui/glyphs/State.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { changeAccount, closeAccount, refreshAccounts } from './accounts.queries.ts'
import { InviteAdministrator } from './InviteAdministrator.tsx'
import { RenameForm } from './RenameForm.tsx'
import { TENANT_STATES } from './tenant-states.ts'

type Act = 'suspend' | 'reactivate' | 'restore' | 'remove'
const ACTS: Record<ManagedAccount['status'], readonly Act[]> = {
  active: ['suspend', 'remove'],
  suspended: ['reactivate', 'remove'],
  deleting: ['restore'],
}

export function AccountPanel({ account, onClose }: { account: ManagedAccount; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const [act, setAct] = useState<Act | null>(null)
  return (
    <DockPanel
      title={account.name}
      subtitle={t(`accounts.statuses.${account.status}`)}
      glyph={<IconBuildingSkyscraper size={20} stroke={1.6} aria-hidden color="var(--cl-text-tertiary)" />}
      onClose={onClose}
      footer={ACTS[account.status].map((one) => (
        <Button key={one} onClick={() => setAct(one)}>
          {t(`accounts.${one}`)}
        </Button>
      ))}
    >
      {account.deleteAt === null ? (
        <AccountName account={account} />
      ) : (
        <Notice kind="warning">
          {t('accounts.gone')} <DateTime at={account.deleteAt} />
        </Notice>
      )}
      <About account={account} />
      <Administrators account={account} />
      {act !== null && <ActDialog act={act} account={account} onClose={() => setAct(null)} />}
    </DockPanel>
  )
}

function About({ account }: { account: ManagedAccount }) {
  const { t } = useTranslation('admin')
  const session = useQuery(sessionQuery).data
  const isOwn = session?.accounts.some(({ id }) => id === account.id) === true
  return (
    <PanelSection title={t('accounts.about')}>
      <FactList
        facts={[
          [
            t('accounts.facts.status'),
            <State key="status" state={TENANT_STATES[account.status]}>
              {t(`accounts.statuses.${account.status}`)}
            </State>,
          ],
          [t('accounts.facts.tenants'), formatCount(account.tenants)],
          [t('accounts.facts.users'), formatCount(account.users)],
          [t('accounts.facts.created'), <DateTime key="created" at={account.createdAt} />],
          [
            t('accounts.facts.id'),
            <code key="id" className={classes.mono}>
              {account.id}
            </code>,
          ],
        ]}
      />
      {isOwn && <p className={classes.quiet}>{t('accounts.own')}</p>}
    </PanelSection>
  )
}

function Administrators({ account }: { account: ManagedAccount }) {
  const { t } = useTranslation('admin')
  const [isInviting, setIsInviting] = useState(false)
  return (
    <PanelSection title={t('accounts.administrators')}>
      {account.administrators.length === 0 && (
        <p className={classes.quiet}>{t('accounts.noAdministrators')}</p>
      )}
      <ul className={classes.items}>
        {account.administrators.map(({ id, name, email, status }) => (
          <li key={id} className={classes.item}>
            <span className={classes.itemMain}>
              <span className={classes.personName}>{name}</span>
              <span className={classes.quiet}>{email}</span>
            </span>
            {status === 'invited' && <State state="waiting">{t('accounts.invited')}</State>}
          </li>
        ))}
      </ul>
      {account.status !== 'deleting' && (
        <div className={classes.row}>
          <Button
            leftSection={<IconUserPlus size={14} stroke={1.7} aria-hidden />}
            onClick={() => setIsInviting(true)}
          >
            {t('accounts.inviteAdmin')}
          </Button>
        </div>
      )}
      {isInviting && <InviteAdministrator account={account} onClose={() => setIsInviting(false)} />}
    </PanelSection>
  )
}

function AccountName({ account }: { account: ManagedAccount }) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  return (
    <RenameForm
      name={account.name}
      label={t('accounts.name')}
      confirm={t('accounts.saveName')}
      rename={(name) => changeAccount(account.id, { name })}
      onRenamed={() => refreshAccounts(client)}
    />
  )
}

interface ActDialogProps {
  act: Act
  account: ManagedAccount
  onClose: () => void
}

function ActDialog({ act, account, onClose }: ActDialogProps) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const { id, name } = account
  const done = { suspend: 'suspended', reactivate: 'reactivated', restore: 'restored', remove: 'removed' }[
    act
  ]
  return (
    <ConfirmDialog
      title={t(`accounts.${act}Title`, { name })}
      text={t(`accounts.${act}Text`, { name })}
      confirm={t(`accounts.${act}Confirm`, { name })}
      danger={act === 'remove' || act === 'suspend'}
      {...(act === 'remove' ? { typed: { label: t('accounts.removeType', { name }), value: name } } : {})}
      run={(typed) =>
        act === 'remove'
          ? closeAccount(id, typed.trim())
          : changeAccount(id, { status: act === 'suspend' ? 'suspended' : 'active' })
      }
      describe={describeError}
      onClose={onClose}
      onDone={() => {
        toast({ kind: 'success', title: t(`accounts.${done}`, { name }) })
        onClose()
        void refreshAccounts(client)
      }}
    />
  )
}
