import type { ProductLine } from '@caseloom/contract/content/catalog'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconSelector, IconStack2 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { linesQuery } from '../../../data/lines.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { refreshLines, removeLine } from './catalog.queries.ts'
import { LineDialog } from './LineDialog.tsx'

/** The product line of the page: a menu of all of them, and what can be done with this one. */
export function LineMenu({ line }: { line: ProductLine }) {
  const { t } = useTranslation('catalog')
  const scope = useTenantScope()
  const lines = useQuery(linesQuery(scope.tenantId)).data?.items ?? []
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const { key, name, can } = line
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            aria-label={t('line', { name })}
            leftSection={<IconStack2 size={14} stroke={1.7} aria-hidden />}
            rightSection={<IconSelector size={14} stroke={1.7} aria-hidden />}
          >
            {name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {lines.map((one) => (
            <Menu.Item
              key={one.key}
              component={Link}
              to={paths.catalog(scope, one.key)}
              {...(one.key === key ? { 'aria-current': 'page' } : {})}
              rightSection={one.key === key && <IconCheck size={14} stroke={1.7} aria-hidden />}
            >
              {one.name}
            </Menu.Item>
          ))}
          {(can.update || can.delete) && <Menu.Divider />}
          {can.update && <Menu.Item onClick={() => setDialog('edit')}>{t('edit', { name })}</Menu.Item>}
          {can.delete && <Menu.Item onClick={() => setDialog('delete')}>{t('delete', { name })}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <LineDialog line={line} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteLine line={line} onClose={() => setDialog(null)} />}
    </>
  )
}

function DeleteLine({ line: { key, name }, onClose }: { line: ProductLine; onClose: () => void }) {
  const { t } = useTranslation('catalog')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      danger
      title={t('deleteTitle', { name })}
      text={t('deleteText')}
      confirm={t('delete', { name })}
      run={() => removeLine(scope.tenantId, key)}
      // Its own catalog is gone with it, so the page is left before the lists are read again.
      onDone={() =>
        void navigate({ to: paths.content(scope) }).then(() => refreshLines(client, scope.tenantId))
      }
      onClose={onClose}
      describe={describeError}
    />
  )
}
