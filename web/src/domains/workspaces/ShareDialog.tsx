import type { Grant, Sharing, SharingLevel } from '@caseloom/contract/sharing'
import { GroupId, RoleId, UserId } from '@caseloom/contract/ids'
import { ActionIcon, Button, Modal, Radio, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import classes from './Dashboards.module.css'
import { principalsQuery } from './workspaces.queries.ts'

const LEVELS: readonly SharingLevel[] = ['read', 'manage']

function idOf({ to }: Grant): string {
  return 'roleId' in to ? to.roleId : 'groupId' in to ? to.groupId : to.userId
}

interface ShareDialogProps {
  name: string
  sharing: Sharing
  /** Keeps the choice; absent when it is only taken over into a draft. */
  save?: (sharing: Sharing) => Promise<unknown>
  onDone: (sharing: Sharing) => void
  onClose: () => void
}

/** Who may see and manage a thing: everybody with the right, or roles, groups and people chosen here. */
export function ShareDialog({ name, sharing, save, onDone, onClose }: ShareDialogProps) {
  const { t } = useTranslation('workspaces')
  const { t: ui } = useTranslation('ui')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId))
  const [isOpen, setIsOpen] = useState(sharing === null)
  const [grants, setGrants] = useState<Grant[]>(sharing ?? [])
  const mutation = useMutation({
    mutationFn: async (next: Sharing) => {
      await save?.(next)
      return next
    },
    onSuccess: onDone,
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  const { roles = [], groups = [], users = [] } = principals.data ?? {}
  const names = new Map([...roles, ...groups, ...users].map((each) => [String(each.id), each.name]))
  const free = (items: readonly { id: string; name: string }[]) =>
    items
      .filter(({ id }) => !grants.some((grant) => idOf(grant) === id))
      .map((each) => ({ value: each.id, label: each.name }))
  const add = (id: string | null) => {
    if (id === null) return
    const to = roles.some((role) => role.id === id)
      ? { roleId: RoleId.parse(id) }
      : groups.some((group) => group.id === id)
        ? { groupId: GroupId.parse(id) }
        : { userId: UserId.parse(id) }
    setGrants([...grants, { to, level: 'read' }])
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('sharing.title', { name })}
      size={520}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <div className={classes.form}>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <Radio.Group
          label={t('sharing.who')}
          value={isOpen ? 'open' : 'chosen'}
          onChange={(value) => setIsOpen(value === 'open')}
        >
          <div className={classes.grants}>
            <Radio value="open" label={t('sharing.open')} />
            <Radio value="chosen" label={t('sharing.chosen')} />
          </div>
        </Radio.Group>
        {!isOpen && (
          <>
            <Select
              label={t('sharing.add')}
              searchable
              value={null}
              error={principals.isError ? t('sharing.failed') : undefined}
              data={[
                { group: t('sharing.roles'), items: free(roles) },
                { group: t('sharing.groups'), items: free(groups) },
                { group: t('sharing.users'), items: free(users) },
              ]}
              onChange={add}
            />
            <ul className={classes.grants}>
              {grants.map((grant) => {
                const id = idOf(grant)
                const who = names.get(id) ?? t('sharing.unknown')
                return (
                  <li key={id} className={classes.grant}>
                    <span>{who}</span>
                    <Select
                      aria-label={t('sharing.level', { name: who })}
                      data={[...new Set([...LEVELS, grant.level])].map((level) => ({
                        value: level,
                        label: t(`sharing.levels.${level}`),
                      }))}
                      value={grant.level}
                      onChange={(level) => {
                        const next = [...LEVELS, grant.level].find((one) => one === level)
                        if (next !== undefined)
                          setGrants(grants.map((one) => (idOf(one) === id ? { ...one, level: next } : one)))
                      }}
                    />
                    <ActionIcon
                      aria-label={t('sharing.remove', { name: who })}
                      onClick={() => setGrants(grants.filter((one) => idOf(one) !== id))}
                    >
                      <IconX size={16} stroke={1.6} aria-hidden />
                    </ActionIcon>
                  </li>
                )
              })}
            </ul>
            <p className={classes.quiet}>{t(grants.length === 0 ? 'sharing.none' : 'sharing.always')}</p>
          </>
        )}
        <footer className={classes.dialogEnd}>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="filled"
            loading={mutation.isPending}
            onClick={() => mutation.mutate(isOpen ? null : grants)}
          >
            {t('sharing.done')}
          </Button>
        </footer>
      </div>
    </Modal>
  )
}
