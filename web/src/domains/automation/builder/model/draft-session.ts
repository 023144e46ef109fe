import type { JsonObject } from '@caseloom/contract/kernel/json'
import { change, redo, undo, type Undoable, undoable } from '../../../../data/undo.ts'
import type { SavedDraft } from './saved-draft.ts'
import { type MergeConflict, mergeDocuments, same } from './merge.ts'

export interface Saved {
  revision: number
  draft: JsonObject
}

export type Answer =
  | { kind: 'saved'; saved: Saved }
  /** Another user saved first; their draft. */
  | { kind: 'behind'; theirs: Saved }
  | { kind: 'refused'; reason: string }
  /** No response; retried. */
  | { kind: 'away'; reason: string }

type SaveState = 'saved' | 'waiting' | 'sending' | 'away' | 'refused' | 'conflict'

export interface DraftState {
  document: JsonObject
  state: SaveState
  /** Why it is not saved, for `away` and `refused`. */
  reason: string | null
  savedAt: number | null
  undo: string | null
  redo: string | null
  conflict: { theirs: Saved; conflicts: MergeConflict[] } | null
  /** Increments when another user's changes are merged. */
  takenIn: number
}

export interface DraftPorts {
  send: (revision: number, document: JsonObject) => Promise<Answer>
  keep: (stored: SavedDraft | null) => void
  /** Schedules a callback; returns a function that cancels it. */
  later: (run: () => void, ms: number) => () => void
  now: () => number
}

const PAUSE_MS = 700
const LONGEST_RETRY_MS = 30_000

interface Version {
  document: JsonObject
  label: string
}

/**
 * The edited draft of one playbook: history and synchronization. Changes are stored locally immediately, sent after a
 * delay, and merged with others' changes without overwriting either side.
 */
export class DraftSession {
  private readonly ports: DraftPorts
  private readonly listeners = new Set<() => void>()
  private history: Undoable<Version>
  private base: Saved
  private status: Omit<DraftState, 'document' | 'undo' | 'redo'>
  private shown: DraftState
  private callOff: (() => void) | null = null
  private sending: Promise<void> | null = null
  private failures = 0

  constructor(server: Saved, stored: SavedDraft | null, ports: DraftPorts) {
    this.ports = ports
    this.base = stored === null ? server : { revision: stored.revision, draft: stored.base }
    this.history = undoable({ document: stored?.document ?? server.draft, label: '' })
    this.status = { state: 'saved', reason: null, savedAt: null, conflict: null, takenIn: 0 }
    this.shown = this.view()
    if (stored === null) return
    this.takeIn(server)
    if (this.isDirty) this.schedule(0)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly state = (): DraftState => this.shown

  get document(): JsonObject {
    return this.history.present.document
  }

  /** The server revision the draft is based on. */
  get revision(): number {
    return this.base.revision
  }

  get isDirty(): boolean {
    return !same(this.document, this.base.draft)
  }

  edit(label: string, next: JsonObject, by?: string): void {
    if (next === this.document) return
    this.move(change(this.history, { document: next, label }, by ?? null))
  }

  undo(): void {
    this.move(undo(this.history))
  }

  redo(): void {
    this.move(redo(this.history))
  }

  private move(next: Undoable<Version>): void {
    if (next === this.history) return
    this.history = next
    this.keep()
    if (this.status.state !== 'conflict') this.set({ state: this.sending === null ? 'waiting' : 'sending' })
    else this.notify()
    this.schedule(PAUSE_MS)
  }

  /** Sends pending changes immediately; true when the server has everything. */
  async flush(): Promise<boolean> {
    await this.sending
    if (this.status.state === 'conflict') return false
    if (this.isDirty) {
      this.callOff?.()
      await this.send()
    }
    return !this.isDirty
  }

  takeIn(server: Saved): void {
    if (this.sending !== null || server.revision <= this.base.revision) return
    const merged = mergeDocuments({ base: this.base.draft, mine: this.document, theirs: server.draft })
    if (merged.conflicts.length > 0) {
      this.callOff?.()
      this.set({ state: 'conflict', conflict: { theirs: server, conflicts: merged.conflicts } })
      return
    }
    this.rebase(server, merged.document)
  }

  resolve(theirsChosen: ReadonlySet<string>): void {
    const { conflict } = this.status
    if (conflict === null) return
    const side = { base: this.base.draft, mine: this.document, theirs: conflict.theirs.draft }
    this.rebase(conflict.theirs, mergeDocuments(side, theirsChosen).document)
  }

  // Undo steps are rebased onto their changes, so undoing mine keeps theirs.
  private rebase(server: Saved, document: JsonObject): void {
    const old = this.base.draft
    const onTop = (version: Version): Version => ({
      ...version,
      document: mergeDocuments({ base: old, mine: version.document, theirs: server.draft }).document,
    })
    this.history = {
      past: this.history.past.map(onTop),
      present: { ...this.history.present, document },
      future: this.history.future.map(onTop),
      by: null,
    }
    const changed = !same(old, server.draft)
    this.base = server
    const takenIn = this.status.takenIn + (changed ? 1 : 0)
    this.set({ state: this.isDirty ? 'waiting' : 'saved', conflict: null, reason: null, takenIn })
    this.keep()
    if (this.isDirty) this.schedule(PAUSE_MS)
  }

  private keep(): void {
    const { revision, draft } = this.base
    const at = new Date(this.ports.now()).toISOString()
    this.ports.keep(this.isDirty ? { revision, base: draft, document: this.document, at } : null)
  }

  private schedule(ms: number): void {
    this.callOff?.()
    if (this.status.state === 'conflict') return
    this.callOff = this.ports.later(() => void this.send(), ms)
  }

  private send(): Promise<void> {
    this.callOff = null
    if (this.sending !== null) return this.sending
    if (!this.isDirty) {
      this.set({ state: 'saved', reason: null })
      return Promise.resolve()
    }
    const sent = this.document
    this.sending = this.ports.send(this.base.revision, sent).then((answer) => {
      this.sending = null
      this.answered(answer, sent)
    })
    this.set({ state: 'sending' })
    return this.sending
  }

  private answered(answer: Answer, sent: JsonObject): void {
    switch (answer.kind) {
      case 'saved':
        this.failures = 0
        this.base = { revision: answer.saved.revision, draft: sent }
        this.set({ state: this.isDirty ? 'waiting' : 'saved', reason: null, savedAt: this.ports.now() })
        this.keep()
        if (this.isDirty) this.schedule(PAUSE_MS)
        return
      case 'behind':
        this.takeIn(answer.theirs)
        return
      case 'refused':
        this.set({ state: 'refused', reason: answer.reason })
        return
      case 'away':
        this.failures += 1
        this.set({ state: 'away', reason: answer.reason })
        this.schedule(Math.min(LONGEST_RETRY_MS, 1_000 * 2 ** this.failures))
        return
      default:
        answer satisfies never
    }
  }

  /** Cancels timers; unsent changes remain in the browser. */
  close(): void {
    this.callOff?.()
    this.callOff = null
  }

  private set(change: Partial<typeof this.status>): void {
    this.status = { ...this.status, ...change }
    this.notify()
  }

  private notify(): void {
    this.shown = this.view()
    for (const listener of this.listeners) listener()
  }

  private view(): DraftState {
    const { past, present, future } = this.history
    const undoLabel = past.length === 0 ? null : present.label
    return { ...this.status, document: present.document, undo: undoLabel, redo: future[0]?.label ?? null }
  }
}
