@ModelActor actor Worker {
    func work() {}
}
@ModelActor public actor PublicWorker {}
