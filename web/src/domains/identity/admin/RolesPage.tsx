import type { RoleView } from '@caseloom/contract/identity/directory'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { textsOf } from '../../../data/search-params.ts'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { addRole, refreshDirectory, rolesQuery } from './directory.queries.ts'
import matrix from './Matrix.module.css'
import { NameDialog } from './NameDialog.tsx'
import { RoleDetail } from './RoleDetail.tsx'
import { rolesEn } from './roles.en.ts'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'

addTexts('admin', rolesEn)

const readSearch = (search: Record<string, unknown>) => textsOf(search, 'role')

export function RolesPage() {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const [search, setSearch] = useSectionSearch(readSearch)
  const [basis, setBasis] = useState<RoleView | 'none' | null>(null)
  const query = useQuery(rolesQuery(accountId))
  const roles = query.data
  const chosen = roles?.find((role) => role.id === search.role) ?? roles?.[0]
  usePageTitle(t('roles.title'), t('shell.title'))
  if (query.isError && roles === undefined)
    return (
      <PageFailure
        title={t('roles.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <PageFrame>
      <PageBar title={t('roles.title')} actions={<AddButton onAdd={() => setBasis('none')} />} />
      <Content>
        <div className={matrix.split}>
          <RoleList roles={roles ?? []} chosen={chosen} onChoose={(role) => setSearch({ role: role.id })} />
          {chosen !== undefined && (
            <RoleDetail
              key={`${chosen.id} ${chosen.permissions.join()}`}
              role={chosen}
              onDuplicate={() => setBasis(chosen)}
              onRemoved={() => setSearch({})}
            />
          )}
        </div>
      </Content>
      {basis !== null && (
        <NewRole
          copied={basis === 'none' ? undefined : basis}
          onClose={() => setBasis(null)}
          onReady={(role) => setSearch({ role: role.id })}
        />
      )}
    </PageFrame>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={onAdd}>
      {t('roles.add')}
    </Button>
  )
}

interface NewRoleProps {
  /** The role whose permissions it starts with; absent for none. */
  copied: RoleView | undefined
  onClose: () => void
  /** Follows once the list shows the role. */
  onReady: (role: RoleView) => void
}

function NewRole({ copied, onClose, onReady }: NewRoleProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const client = useQueryClient()
  const isNew = copied === undefined
  return (
    <NameDialog
      title={isNew ? t('roles.createTitle') : t('roles.duplicateTitle', { name: copied.name })}
      text={isNew ? t('roles.basisNone') : t('roles.basis', { name: copied.name })}
      label={t('roles.name')}
      missing={t('roles.nameMissing')}
      confirm={t('roles.create')}
      initial={isNew ? '' : t('roles.copyOf', { name: copied.name })}
      save={(name) => addRole(accountId, { name, permissions: [...(copied?.permissions ?? [])] })}
      onClose={onClose}
      onSaved={(role) => {
        onClose()
        toast({ kind: 'success', title: t('roles.created', { name: role.name }) })
        void refreshDirectory(client, accountId).then(() => onReady(role))
      }}
    />
  )
}

interface RoleListProps {
  roles: readonly RoleView[]
  chosen: RoleView | undefined
  onChoose: (role: RoleView) => void
}

function RoleList({ roles, chosen, onChoose }: RoleListProps) {
  const { t } = useTranslation('admin')
  return (
    <nav className={matrix.list} aria-label={t('roles.list')}>
      <ul>
        {roles.map((role) => (
          <li key={role.id}>
            <button
              type="button"
              className={matrix.role}
              aria-current={role.id === chosen?.id ? 'true' : undefined}
              onClick={() => onChoose(role)}
            >
              <span className={matrix.roleName} title={role.name}>
                {role.name}
              </span>
              {role.builtIn && <span className={matrix.roleCount}>{t('roles.builtIn')}</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
