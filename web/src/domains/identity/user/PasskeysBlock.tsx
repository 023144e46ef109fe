import type { Me } from '@caseloom/contract/identity/sign-in'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { DateTime, TimeAgo } from '../../../ui/Times.tsx'
import { canUsePasskeys } from '../proofs/passkey.ts'
import { Block, Row } from './Block.tsx'
import { Confirm } from './Confirm.tsx'
import { dropPasskey, keepPasskey, nameKey, startPasskey } from './me.queries.ts'
import { useProof } from './ProofDialog.tsx'
import { useAction } from './useAction.ts'
import classes from './User.module.css'

type Passkey = Me['mfa']['passkeys'][number]

interface PasskeysBlockProps {
  me: Me
  onChanged: (codes: readonly string[] | null) => void
}

export function PasskeysBlock({ me, onChanged }: PasskeysBlockProps) {
  const { t } = useTranslation('user')
  const withProof = useProof()
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const add = useAction({
    act: async (name: string) => keepPasskey(await withProof(startPasskey), name),
    onDone: onChanged,
  })
  const remove = useAction({
    act: (passkey: Passkey) => withProof((proof) => dropPasskey(passkey.id, proof)),
    onDone: () => onChanged(null),
  })
  const { passkeys } = me.mfa
  return (
    <Block
      title={t('passkeys.title')}
      text={t(canUsePasskeys() ? 'passkeys.text' : 'passkeys.cannot')}
      action={
        canUsePasskeys() ? (
          <Button
            loading={add.isPending}
            leftSection={<IconFingerprint size={16} stroke={1.6} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('passkeys.add')}
          </Button>
        ) : undefined
      }
    >
      {passkeys.length > 0 && (
        <PasskeyList passkeys={passkeys} onRename={setRenaming} onRemove={setRemoving} />
      )}
      {adding && <AddPasskey onName={add.mutate} onClose={() => setAdding(false)} />}
      {renaming !== null && (
        <RenamePasskey passkey={renaming} onDone={() => onChanged(null)} onClose={() => setRenaming(null)} />
      )}
      {removing !== null && (
        <Confirm
          title={t('passkeys.removeTitle', { name: removing.name })}
          text={t('passkeys.removeText')}
          action={t('passkeys.removeConfirm')}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Block>
  )
}

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

function PasskeyList({ passkeys, onRename, onRemove }: PasskeyListProps) {
  const { t } = useTranslation('user')
  return (
    <ul className={classes.rows} aria-label={t('passkeys.title')}>
      {passkeys.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          onRename={() => onRename(passkey)}
          onRemove={() => onRemove(passkey)}
        />
      ))}
    </ul>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation('user')
  return (
    <Row
      icon={<IconFingerprint size={16} stroke={1.6} />}
      title={passkey.name}
      text={<PasskeyFacts passkey={passkey} />}
    >
      <ActionIcon aria-label={t('passkeys.renameOne', { name: passkey.name })} onClick={onRename}>
        <IconPencil size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('passkeys.removeOne', { name: passkey.name })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Row>
  )
}

function AddPasskey({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  const { t } = useTranslation('user')
  return (
    <NameDialog
      title={t('passkeys.add')}
      text={t('passkeys.addText')}
      action={t('passkeys.continue')}
      name={guessName(t('passkeys.thisDevice'))}
      save={(name) => {
        onClose()
        onName(name)
        return Promise.resolve()
      }}
      onClose={onClose}
    />
  )
}

interface RenamePasskeyProps {
  passkey: Passkey
  onDone: () => void
  onClose: () => void
}

function RenamePasskey({ passkey, onDone, onClose }: RenamePasskeyProps) {
  const { t } = useTranslation('user')
  return (
    <NameDialog
      title={t('passkeys.rename')}
      action={t('save')}
      name={passkey.name}
      save={async (name) => {
        await nameKey(passkey.id, name)
        onDone()
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function PasskeyFacts({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('user')
  return (
    <>
      {t('added')} <DateTime at={passkey.createdAt} /> ·{' '}
      {passkey.lastUsedAt === null ? (
        t('neverUsed')
      ) : (
        <>
          {t('lastUsed')} <TimeAgo at={passkey.lastUsedAt} />
        </>
      )}
    </>
  )
}

function guessName(other: string): string {
  const agent = navigator.userAgent
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'].find((word) =>
    agent.includes(word),
  )
  if (known === undefined) return other
  return known === 'Macintosh' ? 'Mac' : known === 'CrOS' ? 'Chromebook' : known
}

interface NameDialogProps {
  title: string
  text?: string
  action: string
  name: string
  save: (name: string) => Promise<void>
  onClose: () => void
}

function NameDialog({ title, text, action, name, save, onClose }: NameDialogProps) {
  const { t } = useTranslation('user')
  const [value, setValue] = useState(name)
  const mutation = useMutation({ mutationFn: save })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== '') mutation.mutate(value.trim())
  }
  return (
    <Dialog onClose={onClose} title={title} size={400}>
      <form onSubmit={submit}>
        {text !== undefined && <p className={classes.dialogText}>{text}</p>}
        <ErrorSummary message={mutation.isError ? describeError(mutation.error).text : undefined} />
        <TextInput
          label={t('passkeys.name')}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={value.trim() === '' ? t('passkeys.nameMissing') : undefined}
          maxLength={100}
          data-autofocus
        />
        <DialogActions onCancel={onClose} confirm={action} loading={mutation.isPending} apart />
      </form>
    </Dialog>
  )
}
