/** What is said of members whom no interview is assigned to (decisions 6). */
export const NO_INTERVIEWEE = 'Interviews are assigned to members with the profile `tech` or `contributor`.';
