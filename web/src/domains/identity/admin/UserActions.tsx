import type { UserView } from '@caseloom/contract/identity/directory'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBan,
  IconDots,
  IconHistory,
  IconKey,
  IconLogout,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { addressParts } from '../../../data/search-params.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import {
  changeUser,
  endSessions,
  refreshDirectory,
  removeSecondFactors,
  sendPasswordReset,
  takeOutUser,
} from './directory.queries.ts'
import { ResetLinkDialog } from './ResetLinkDialog.tsx'
import { resetOutcome } from './reset-outcome.ts'
import type { Translate } from './translate.ts'

type Act = 'reset' | 'mfa' | 'end' | 'disable' | 'enable' | 'remove'

export function UserActions({ user, onRemoved }: { user: UserView; onRemoved: () => void }) {
  const [act, setAct] = useState<Act | null>(null)
  const [resetLink, setResetLink] = useState<string | null>(null)
  return (
    <>
      <UserMenu user={user} onAct={setAct} />
      {act === 'reset' && (
        <ResetDialog user={user} onClose={() => setAct(null)} onLink={(link) => setResetLink(link)} />
      )}
      {act !== null && act !== 'reset' && (
        <ActDialog act={act} user={user} onClose={() => setAct(null)} onRemoved={onRemoved} />
      )}
      {resetLink !== null && (
        <ResetLinkDialog name={user.name} link={resetLink} onClose={() => setResetLink(null)} />
      )}
    </>
  )
}

function UserMenu({ user, onAct }: { user: UserView; onAct: (act: Act) => void }) {
  const { t } = useTranslation('admin')
  const { accountId, userId } = useAdminScope()
  const navigate = useNavigate()
  // Your own access is managed on your own page, and by other administrators.
  const isOwn = user.id === userId
  const isPerson = user.kind === 'person' && !isOwn
  const isDisabled = user.status === 'disabled'
  const item = (act: Act, Icon: TablerIcon, text: string) => (
    <Menu.Item leftSection={<Icon size={16} stroke={1.6} aria-hidden />} onClick={() => onAct(act)}>
      {text}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={t('user.more')} title={t('user.more')}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isPerson && item('reset', IconKey, t('user.reset'))}
        {isPerson && user.mfa && item('mfa', IconShieldOff, t('user.mfaReset'))}
        {isPerson && user.status === 'active' && item('end', IconLogout, t('user.end'))}
        <Menu.Item
          onClick={() => void navigate(addressParts(`${paths.admin(accountId, 'audit')}?actor=${user.id}`))}
          leftSection={<IconHistory size={16} stroke={1.6} aria-hidden />}
        >
          {t('user.audit')}
        </Menu.Item>
        {!isOwn && (user.can.disable || user.can.remove || isDisabled) && <Menu.Divider />}
        {isDisabled && item('enable', IconUserCheck, t('user.enable'))}
        {!isOwn && !isDisabled && user.can.disable && item('disable', IconBan, t('user.disable'))}
        {!isOwn && user.can.remove && item('remove', IconTrash, t('user.remove'))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ResetDialogProps {
  user: UserView
  onClose: () => void
  onLink: (link: string) => void
}

function ResetDialog({ user, onClose, onLink }: ResetDialogProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const { name, email } = user
  return (
    <ConfirmDialog
      title={t('user.reset')}
      text={t('user.resetText', { email })}
      confirm={t('user.resetConfirm', { name })}
      run={() => sendPasswordReset({ accountId, userId: user.id })}
      describe={describeError}
      onClose={onClose}
      onDone={(sent) => {
        const outcome = resetOutcome(sent)
        if (outcome === 'sent') toast({ kind: 'success', title: t('user.resetSent', { email }) })
        if (outcome === 'none') {
          const title = t('user.resetNotSent', { name })
          toast({ kind: 'info', title, text: t('user.resetNotSentText'), for: 8_000 })
        }
        if (sent.link !== null) onLink(sent.link)
        onClose()
        void refreshDirectory(client, accountId)
      }}
    />
  )
}

type PlainAct = Exclude<Act, 'reset'>

interface ActDialogProps {
  act: PlainAct
  user: UserView
  onClose: () => void
  onRemoved: () => void
}

function ActDialog({ act, user, onClose, onRemoved }: ActDialogProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const place = { accountId, userId: user.id }
  const run: Record<PlainAct, () => Promise<unknown>> = {
    mfa: () => removeSecondFactors(place),
    end: () => endSessions(place),
    disable: () => changeUser(place, { status: 'disabled' }),
    enable: () => changeUser(place, { status: 'active' }),
    remove: () => takeOutUser(place),
  }
  const words = wordsOf(act, user, t)
  return (
    <ConfirmDialog
      title={words.title}
      text={words.text}
      confirm={words.confirm}
      danger={act === 'disable' || act === 'remove'}
      run={run[act]}
      describe={describeError}
      onClose={onClose}
      onDone={() => {
        toast({ kind: 'success', title: words.done })
        onClose()
        if (act === 'remove') onRemoved()
        void refreshDirectory(client, accountId)
      }}
    />
  )
}

function wordsOf(act: PlainAct, user: UserView, t: Translate) {
  const { name } = user
  switch (act) {
    case 'mfa':
      return {
        title: t('user.mfaReset'),
        text: t('user.mfaResetText', { name }),
        confirm: t('user.mfaResetConfirm', { name }),
        done: t('user.mfaResetDone', { name }),
      }
    case 'end':
      return {
        title: t('user.end'),
        text: t('user.endText', { name }),
        confirm: t('user.endConfirm', { name }),
        done: t('user.ended', { name }),
      }
    case 'disable':
      return {
        title: t('user.disableTitle', { name }),
        text: t('user.disableText'),
        confirm: t('user.disableConfirm', { name }),
        done: t('user.disabled', { name }),
      }
    case 'enable':
      return {
        title: t('user.enableTitle', { name }),
        text: t('user.enableText', { name }),
        confirm: t('user.enableConfirm', { name }),
        done: t('user.enabled', { name }),
      }
    case 'remove':
      return {
        title: t('user.removeTitle', { name }),
        text: t('user.removeText', { name }),
        confirm: t('user.removeConfirm', { name }),
        done: t('user.removed', { name }),
      }
    default:
      return act satisfies never
  }
}
