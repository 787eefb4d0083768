/** The error for members to whom no interview can be assigned (decisions 6). */
export const NO_INTERVIEWEE = 'Interviews are assigned to members with the profile `tech` or `contributor`.';
