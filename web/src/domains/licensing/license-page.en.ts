/** English texts of the licence in the administration. */
export const licensePageEn = {
  license: {
    title: 'License',
    failed: 'The license could not be loaded',
    stateTitle: 'Present license',
    stateText: 'Without a valid license nobody but super administrators gets past the log-in.',
    valid: 'Valid',
    invalid: 'Invalid',
    unchecked: 'Not checked yet',
    none: 'No license detected',
    facts: {
      state: 'State',
      id: 'License ID',
      issuedTo: 'Issued to',
      validFrom: 'Valid from',
      validUntil: 'Valid until',
    },
    forEver: 'For ever',
    limits: { tenants: 'Tenants', users: 'Named users' },
    changeTitle: 'Upload or remove',
    changeText:
      'A signed .lic file of at most {{size}} replaces the present one. A removed license can be restored.',
    upload: 'Upload license file',
    refused: 'The file was not taken: {{reason}}',
    uploaded: 'License uploaded',
    restore: 'Restore license',
    restored: 'License restored',
    notRestored: 'The license couldn’t be restored: {{reason}}',
    remove: 'Remove license',
    removeTitle: 'Remove the license?',
    removeText:
      'Everybody but super administrators is logged out at once, and nobody can work until you restore it or upload a valid one.',
    removeConfirm: 'Remove license',
    removed: 'License removed',
  },
} as const
