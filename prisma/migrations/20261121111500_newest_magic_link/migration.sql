-- CreateIndex
CREATE INDEX "magic_link_tokens_email_created_at_idx" ON "magic_link_tokens"("email", "created_at");
