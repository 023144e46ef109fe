import { ActionIcon as IconButton, Button, Menu, TextInput } from '@mantine/core'
import { IconDots, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../../data/describe-error.ts'
import { ConfirmDialog } from '../../../../ui/admin/ConfirmDialog.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../../ui/dialog/DialogActions.tsx'
import { glimpse } from '../../../../ui/expression/shape.ts'
import { useBuilder } from '../model/builder-context.ts'
import { changeTest, duplicateTest, type SavedTest, withoutTest } from '../model/saved-tests.ts'
import panel from '../parts/Panel.module.css'
import type { SavedTests } from './useSavedTests.ts'

interface TestActionsProps {
  saved: SavedTests
  test: SavedTest
}

/** The name of the chosen test with all that can be done to it. */
export function TestActions({ saved, test }: TestActionsProps) {
  const { t } = useTranslation('savedTests')
  const { readOnly } = useBuilder()
  const [asked, setAsked] = useState<'rename' | 'accept' | null>(null)
  const result = saved.results.get(test.key)
  const mayAccept = result !== undefined && !result.passed && result.state !== 'stopped'
  return (
    <>
      <div className={panel.cardHead}>
        <h3 className={`${panel.sectionTitle} ${panel.grow}`}>{test.title}</h3>
        {!readOnly && <TestMenu saved={saved} test={test} onRename={() => setAsked('rename')} />}
      </div>
      {!readOnly && (
        <div className={panel.buttons}>
          {mayAccept && !saved.isRunning && <Button onClick={() => setAsked('accept')}>{t('accept')}</Button>}
          <Button
            variant="subtle"
            leftSection={<IconRefresh size={14} stroke={1.7} aria-hidden />}
            disabled={saved.run === null || saved.isRunning}
            onClick={() => saved.run?.()}
          >
            {t('again')}
          </Button>
        </div>
      )}
      {asked === 'rename' && <RenameDialog test={test} onClose={() => setAsked(null)} />}
      {asked === 'accept' && <AcceptDialog saved={saved} test={test} onClose={() => setAsked(null)} />}
    </>
  )
}

function TestMenu({ saved, test, onRename }: TestActionsProps & { onRename: () => void }) {
  const { t } = useTranslation('savedTests')
  const { document, edit } = useBuilder()
  const duplicate = () => {
    const copy = duplicateTest(document, test.key, t('copyOf', { title: test.title }))
    edit(t('undo.duplicate'), () => copy.document)
    saved.choose(copy.key)
  }
  const label = t('more', { title: test.title })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton aria-label={label} title={label}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>{t('rename')}</Menu.Item>
        <Menu.Item onClick={duplicate}>{t('duplicate')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          onClick={() => edit(t('undo.delete'), (draft) => withoutTest(draft, test.key))}
        >
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function RenameDialog({ test, onClose }: { test: SavedTest; onClose: () => void }) {
  const { t } = useTranslation('savedTests')
  const { edit } = useBuilder()
  const [title, setTitle] = useState(test.title)
  return (
    <Dialog onClose={onClose} title={t('renameTitle')} size={440}>
      <form
        className={panel.fields}
        onSubmit={(event) => {
          event.preventDefault()
          const named = { title: title.trim() }
          edit(t('undo.rename'), (draft) => changeTest(draft, test.key, (one) => ({ ...one, ...named })))
          onClose()
        }}
      >
        <TextInput
          label={t('name')}
          value={title}
          maxLength={200}
          required
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <DialogActions onCancel={onClose} confirm={t('confirmRename')} disabled={title.trim() === ''} />
      </form>
    </Dialog>
  )
}

/** Asks once per test, with everything that the test then expects instead. */
function AcceptDialog({ saved, test, onClose }: TestActionsProps & { onClose: () => void }) {
  const { t } = useTranslation('savedTests')
  const { edit } = useBuilder()
  const result = saved.results.get(test.key)
  if (result === undefined) return null
  const { differences, accepted } = result
  return (
    <ConfirmDialog
      title={t('acceptTitle', { title: test.title })}
      text={
        <>
          <p>{t('acceptText', { count: differences.length })}</p>
          <ul className={panel.realList}>
            {differences.map(({ at, expected, got }) => (
              <li key={at}>
                <code className={panel.code}>{at}</code>: {glimpse(expected)} → {glimpse(got)}
              </li>
            ))}
          </ul>
        </>
      }
      confirm={t('accept')}
      run={async () => {
        edit(t('undo.accept'), (draft) =>
          changeTest(draft, test.key, (one) => ({ ...one, expect: accepted })),
        )
      }}
      onDone={onClose}
      onClose={onClose}
      describe={describeError}
    />
  )
}
