/** Values of a statement under construction; text of people reaches SQL only through here. */
export class Parameters {
  readonly values: unknown[] = []
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
