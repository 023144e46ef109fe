/** English texts of the licence in the administration. */
export const licensePageEn = {
  license: {
    title: 'License',
    failed: 'Couldn’t load the license',
    stateTitle: 'Current license',
    stateText: 'Without a valid license, only super administrators can sign in.',
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
    forEver: 'No expiration',
    limits: { tenants: 'Tenants', users: 'Named users' },
    changeTitle: 'Upload or remove',
    changeText:
      'Upload a signed .lic file, up to {{size}}, to replace the current license. You can restore a removed license.',
    upload: 'Upload license file',
    refused: 'Couldn’t use this file: {{reason}}',
    uploaded: 'License uploaded',
    restore: 'Restore license',
    restored: 'License restored',
    notRestored: 'Couldn’t restore the license: {{reason}}',
    remove: 'Remove license',
    removeTitle: 'Remove the license?',
    removeText:
      'Everyone except super administrators is signed out immediately and can’t work until you restore it or upload a valid one.',
    removeConfirm: 'Remove license',
    removed: 'License removed',
  },
} as const
