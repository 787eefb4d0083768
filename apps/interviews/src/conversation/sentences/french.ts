import type { Sentences } from './sentences.ts';

export const FRENCH: Sentences = {
  greeting: (topic) =>
    `Bonjour ! Cet entretien porte sur : ${topic}\n\nRépondez avec vos propres mots, ou écrivez « skip » pour passer une question.`,
  openQuestion: 'Que devrions-nous en savoir ?',
  followUps: [
    'Pouvez-vous donner un exemple ?',
    'Qu’est-ce qui fait obstacle, ou pourrait mieux fonctionner ?',
    'Y a-t-il autre chose d’important dont nous n’avons pas parlé ?',
  ],
  about: (title) => `Parlons de ce sujet : ${title}. Que devrions-nous en savoir ?`,
  closing: 'Merci ! L’entretien est terminé, et vos réponses sont enregistrées.',
  progress: (answered, questions) => `Questions avec une réponse : ${answered} sur ${questions}.`,
};
