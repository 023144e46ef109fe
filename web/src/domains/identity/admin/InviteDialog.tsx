import type { HeldRole } from '@caseloom/contract/identity/directory'
import { GroupId } from '@caseloom/contract/kernel/ids'
import { Checkbox, MultiSelect, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { InvitationLinks, Links, type Unsent } from './InvitationLinks.tsx'
import { invite, refreshDirectory } from './directory.queries.ts'
import { HeldRoles } from './HeldRoles.tsx'
import { type Invited, MAX_ADDRESSES, readLines } from './invite-lines.ts'
import type { Translate } from './translate.ts'
import { type Directory, useDirectory } from './useDirectory.ts'

interface Given {
  roles: HeldRole[]
  groupIds: string[]
  accountAdmin: boolean
}

interface Refused {
  line: string
  label: string
  text: string
}

/** Invites several people with the same roles. Addresses that fail stay in the field with their reason. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin')
  const directory = useDirectory()
  const [text, setText] = useState('')
  const [given, setGiven] = useState<Given>({ roles: [], groupIds: [], accountAdmin: false })
  const [fault, setFault] = useState<string | null>(null)
  const sending = useInvitations({ onAllSent: onClose, onLeft: setText })
  const { people } = readLines(text)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    const problem = problemOf(text, t)
    setFault(problem)
    if (problem === null) sending.send(people, given)
    else document.querySelector<HTMLElement>('[data-path="addresses"]')?.focus()
  }
  if (sending.unsent.length > 0 && sending.refused.length === 0 && !sending.isPending)
    return <InvitationLinks unsent={sending.unsent} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={t('invite.title')} size={560} closeOnClickOutside={text === ''}>
      <form className={classes.dialog} onSubmit={submit} noValidate>
        <Outcome refused={sending.refused} unsent={sending.unsent} />
        <Textarea
          data-path="addresses"
          data-autofocus
          label={t('invite.addresses')}
          description={t('invite.addressesHint')}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={fault}
        />
        <GivenFields given={given} directory={directory} onChange={setGiven} />
        <DialogActions
          onCancel={onClose}
          confirm={people.length === 0 ? t('invite.send_zero') : t('invite.send', { count: people.length })}
          loading={sending.isPending}
        />
      </form>
    </Dialog>
  )
}

/** What became of an attempt that didn't reach everyone. */
function Outcome({ refused, unsent }: { refused: readonly Refused[]; unsent: readonly Unsent[] }) {
  const { t } = useTranslation('admin')
  return (
    <>
      {refused.length > 0 && (
        <ErrorSummary message={t('invite.someFailed', { count: refused.length })} faults={refused} />
      )}
      {unsent.length > 0 && <Links unsent={unsent} />}
    </>
  )
}

interface GivenFieldsProps {
  given: Given
  directory: Directory
  onChange: (given: Given) => void
}

/** The roles, groups, and administration that everyone invited gets. */
function GivenFields({ given, directory, onChange }: GivenFieldsProps) {
  const { t } = useTranslation('admin')
  return (
    <>
      <div className={classes.fields} role="group" aria-label={t('held.title')}>
        <h3 className={classes.group}>{t('held.title')}</h3>
        <HeldRoles
          value={given.roles}
          directory={directory}
          onChange={(roles) => onChange({ ...given, roles })}
        />
      </div>
      {directory.groups.length > 0 && (
        <MultiSelect
          label={t('invite.groups')}
          data={directory.groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={given.groupIds}
          onChange={(groupIds) => onChange({ ...given, groupIds })}
          clearable
        />
      )}
      <Checkbox
        label={t('invite.admin')}
        description={t('invite.adminText')}
        checked={given.accountAdmin}
        onChange={(event) => onChange({ ...given, accountAdmin: event.currentTarget.checked })}
      />
      <p className={classes.quiet}>
        {t('invite.mailHint')} {hasRole(given, directory.groups) ? '' : t('invite.noRole')}
      </p>
    </>
  )
}

function hasRole(given: Given, groups: readonly { id: string; roles: readonly HeldRole[] }[]): boolean {
  return (
    given.accountAdmin ||
    given.roles.length > 0 ||
    groups.some((group) => given.groupIds.includes(group.id) && group.roles.length > 0)
  )
}

function problemOf(text: string, t: Translate): string | null {
  const { people, faults } = readLines(text)
  const [first] = faults
  if (first !== undefined)
    return t(first.kind === 'bad' ? 'invite.badLine' : 'invite.twice', { line: first.line, text: first.text })
  if (people.length === 0) return t('invite.noAddress')
  return people.length > MAX_ADDRESSES ? t('invite.tooMany', { max: MAX_ADDRESSES }) : null
}

/** One request per address, in sequence, so that each has its own answer. */
function useInvitations(options: { onAllSent: () => void; onLeft: (text: string) => void }) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const [refused, setRefused] = useState<Refused[]>([])
  // Including those of an earlier attempt: their links aren't shown again.
  const [unsent, setUnsent] = useState<Unsent[]>([])
  const mutation = useMutation({
    mutationFn: async ({ people, given }: { people: readonly Invited[]; given: Given }) => {
      const failed: Refused[] = []
      const left: Unsent[] = []
      for (const { email, name, line } of people) {
        const groupIds = given.groupIds.map((id) => GroupId.parse(id))
        try {
          const { invitation } = await invite(accountId, { email, name, ...given, groupIds })
          if (!invitation.mailed) left.push({ email, name, link: invitation.link })
        } catch (error) {
          failed.push({ line, label: email, text: describeError(error).text })
        }
      }
      return { made: people.length - failed.length, left, failed }
    },
    onSuccess: ({ made, left, failed }) => {
      setRefused(failed)
      const links = [...unsent, ...left]
      setUnsent(links)
      if (made > 0) {
        const title = t(left.length > 0 ? 'invite.unsent' : 'invite.sent', { count: made })
        toast({ kind: left.length > 0 ? 'info' : 'success', title })
        void refreshDirectory(client, accountId)
      }
      if (failed.length === 0 && links.length === 0) options.onAllSent()
      else options.onLeft(failed.map(({ line }) => line).join('\n'))
    },
  })
  return {
    refused,
    unsent,
    isPending: mutation.isPending,
    send: (people: readonly Invited[], given: Given) => {
      setRefused([])
      mutation.mutate({ people, given })
    },
  }
}
