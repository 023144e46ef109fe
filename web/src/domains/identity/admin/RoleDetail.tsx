import type { RoleView } from '@caseloom/contract/identity/directory'
import { PERMISSIONS, type Permission } from '@caseloom/contract/kernel/permissions'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { paths } from '../../../data/paths.ts'
import { addressParts } from '../../../data/search-params.ts'
import { Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { Chip } from '../../../ui/Chip.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx'
import { changeRole, deleteRole, refreshDirectory } from './directory.queries.ts'
import matrix from './Matrix.module.css'
import { NamedActions } from './NamedActions.tsx'
import { RoleMatrix } from './RoleMatrix.tsx'

interface RoleDetailProps {
  role: RoleView
  onDuplicate: () => void
  onRemoved: () => void
}

export function RoleDetail({ role, onDuplicate, onRemoved }: RoleDetailProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const [held, setHeld] = useState<ReadonlySet<Permission>>(new Set(role.permissions))
  const changes = PERMISSIONS.filter((one) => held.has(one) !== role.permissions.includes(one)).length
  const mutation = useMutation({
    mutationFn: () =>
      changeRole({ accountId, roleId: role.id }, { permissions: PERMISSIONS.filter((one) => held.has(one)) }),
    onSuccess: async () => {
      toast({ kind: 'success', title: t('roles.saved', { name: role.name }) })
      void client.invalidateQueries({ queryKey: keys.session })
      await refreshDirectory(client, accountId)
    },
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <section className={matrix.detail} aria-label={role.name}>
      <RoleHead role={role} onDuplicate={onDuplicate} onRemoved={onRemoved} />
      <div className={matrix.scroll}>
        <div className={classes.fields}>
          {role.builtIn && <Notice>{t('roles.builtInText')}</Notice>}
          <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
          <RoleMatrix role={role} held={held} {...(role.builtIn ? {} : { onChange: setHeld })} />
        </div>
      </div>
      {changes > 0 && (
        <div className={classes.saveBar}>
          <span className={classes.quiet}>
            {t('roles.changed', { count: changes })}. {t('roles.immediate')}.
          </span>
          <Button onClick={() => setHeld(new Set(role.permissions))}>{t('roles.reset')}</Button>
          <Button variant="filled" loading={mutation.isPending} onClick={() => mutation.mutate()}>
            {t('roles.save')}
          </Button>
        </div>
      )}
      <UnsavedGuard when={changes > 0 && !mutation.isPending} />
    </section>
  )
}

function RoleHead({ role, onDuplicate, onRemoved }: RoleDetailProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const place = { accountId, roleId: role.id }
  return (
    <header className={matrix.detailHead}>
      <h2 className={matrix.detailTitle}>{role.name}</h2>
      {role.builtIn && <Chip>{t('roles.builtIn')}</Chip>}
      <span className={classes.quiet}>
        {t('roles.countOf', { count: role.permissions.length, all: PERMISSIONS.length })}
      </span>
      {role.holders > 0 ? (
        <Link
          className={classes.link}
          {...addressParts(`${paths.admin(accountId, 'users')}?role=${role.id}`)}
        >
          {t('roles.holders', { count: role.holders })}
        </Link>
      ) : (
        <span className={classes.quiet}>{t('roles.holders', { count: 0 })}</span>
      )}
      <div className={matrix.detailEnd}>
        <Button leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />} onClick={onDuplicate}>
          {t('roles.duplicate')}
        </Button>
        {!role.builtIn && (
          <NamedActions
            of="roles"
            name={role.name}
            rename={(name) => changeRole(place, { name })}
            remove={() => deleteRole(place)}
            onRemoved={onRemoved}
          />
        )}
      </div>
    </header>
  )
}
